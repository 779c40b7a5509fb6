extension RightBody {
    /// Its form.
    static let schema = APISchema.named(
        "Right",
        .object(
            .required("name", .string()),
            .required("displayNames", .map(of: .string()), "What people call it, by language tag."),
            .required("products", .array(of: .product), "The products that unlock it.")
        )
    )
}
