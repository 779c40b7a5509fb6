package import Ledger
package import PurserService

/// What a catalog changes, or has changed, as our JSON.
package struct CatalogPreviewBody: Codable, Hashable, Sendable {
    /// A value before and after.
    package struct Field: Codable, Hashable, Sendable {
        /// The key.
        package let name: String
        /// The value before, as in the file.
        package let before: String?
        /// The value after, as in the file.
        package let after: String?
    }

    /// One thing that changes.
    package struct Change: Codable, Hashable, Sendable {
        /// `added`, `removed` or `changed`.
        package let kind: String
        /// The section of the file.
        package let section: String
        /// The name there; empty where the section is one thing.
        package let name: String
        /// The values that differ.
        package let fields: [Field]
    }

    /// An entitlement that products unlock no longer.
    package struct Loss: Codable, Hashable, Sendable {
        /// The entitlement.
        package let entitlement: String
        /// The products that unlocked it.
        package let products: [String]
    }

    /// Something that is allowed and looks like an oversight.
    package struct Warning: Codable, Hashable, Sendable {
        /// The line in the file, counted from 1.
        package let line: Int?
        /// The keys that lead to the place.
        package let key: String
        /// What looks wrong.
        package let problem: String
        /// What would be right.
        package let remedy: String
    }

    /// The version that was applied; `nil` where nothing was.
    package let applied: CatalogVersionBody?
    /// The version that counted before; `nil` where there was none.
    package let before: CatalogVersionBody?
    /// Whether it is byte for byte what counted before, so that nothing happens.
    package let same: Bool
    /// What changes.
    package let changes: [Change]
    /// The entitlements that customers lose; how many they are is not counted.
    package let losses: [Loss]
    /// What looks like an oversight.
    package let warnings: [Warning]
    /// All of it in words, one thing a line.
    package let summary: [String]

    /// The body of a preview, and of the version that came of it where one did.
    package init(_ preview: CatalogPreview, applied: CatalogVersion? = nil) {
        self.applied = applied.map(CatalogVersionBody.init)
        self.before = preview.current.map(CatalogVersionBody.init)
        self.same = preview.isSame
        self.changes = preview.comparison.changes.map { change in
            Change(
                kind: change.kind.rawValue,
                section: change.section,
                name: change.name,
                fields: change.fields.map { Field(name: $0.name, before: $0.before, after: $0.after) }
            )
        }
        self.losses = preview.comparison.losses.map { loss in
            Loss(entitlement: loss.entitlement.rawValue, products: loss.products.map(\.rawValue))
        }
        self.warnings = preview.file.warnings.map { warning in
            Warning(line: warning.line, key: warning.keyPath, problem: warning.problem, remedy: warning.remedy)
        }
        self.summary = preview.summary
    }
}

extension CatalogPreviewBody {
    /// Its form.
    static let schema = APISchema.named(
        "CatalogPreview",
        .object(
            .optional("applied", CatalogVersionBody.schema, "The version that was applied, if one was."),
            .optional("before", CatalogVersionBody.schema, "The version that counted before."),
            .required("same", .boolean, "Whether it is what counted before, so that nothing happens."),
            .required("changes", .array(of: Self.change)),
            .required(
                "losses",
                .array(
                    of: .object(
                        .required("entitlement", .string()),
                        .required("products", .array(of: .product), "The products that unlocked it.")
                    )
                ),
                "The entitlements that customers lose; how many they are is not counted."
            ),
            .required("warnings", .array(of: Self.warning), "What is allowed and looks like an oversight."),
            .required("summary", .array(of: .string()), "All of it in words, one thing a line.")
        )
    )

    private static let change = APISchema.object(
        .required("kind", .enumeration("added", "removed", "changed")),
        .required("section", .string(), "The section of the file."),
        .required("name", .string(), "The name there; empty where the section is one thing."),
        .required(
            "fields",
            .array(
                of: .object(
                    .required("name", .string(), "The key."),
                    .optional("before", .string()),
                    .optional("after", .string())
                )
            ),
            "The values that differ."
        )
    )

    private static let warning = APISchema.object(
        .optional("threshold", .integer(1...Int64.max)),
        .required("key", .string(), "The keys that lead to the place."),
        .required("problem", .string()),
        .required("remedy", .string())
    )
}
