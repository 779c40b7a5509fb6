extension EntitlementsBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Entitlements",
        .object(
            .required("customer", .customer),
            .required("environment", .environment),
            .required("at", .instant, "The instant for which this is true."),
            .required("entitlements", .array(of: EntitlementBody.schema))
        )
    )
}
