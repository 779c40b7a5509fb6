package import Ledger
package import PurserService

/// The changes of a catalog in JSON.
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

    /// One change.
    package struct Change: Codable, Hashable, Sendable {
        /// `added`, `removed` or `changed`.
        package let kind: String
        /// The section of the file.
        package let section: String
        /// The name in the section; empty for a section without names.
        package let name: String
        /// The changed values.
        package let fields: [Field]
    }

    /// An entitlement that products no longer unlock.
    package struct Loss: Codable, Hashable, Sendable {
        /// The entitlement.
        package let entitlement: String
        /// The products that unlocked it.
        package let products: [String]
    }

    /// Valid content that is probably an oversight.
    package struct Warning: Codable, Hashable, Sendable {
        /// The line in the file, counted from 1.
        package let line: Int?
        /// The path of keys to the value.
        package let key: String
        /// What is probably wrong.
        package let problem: String
        /// How to correct it.
        package let remedy: String
    }

    /// The version that was applied; `nil` if none was.
    package let applied: CatalogVersionBody?
    /// The version that was in force before; `nil` if there was none.
    package let before: CatalogVersionBody?
    /// Whether it is identical with the catalog in force, so that nothing changes.
    package let same: Bool
    /// The changes.
    package let changes: [Change]
    /// The entitlements that customers lose; the customers are not counted.
    package let losses: [Loss]
    /// The warnings.
    package let warnings: [Warning]
    /// A summary of the changes, one per line.
    package let summary: [String]

    /// Creates the body of a preview, and of the applied version if there is one.
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
    /// Its schema.
    static let schema = APISchema.named(
        "CatalogPreview",
        .object(
            .optional("applied", CatalogVersionBody.schema, "The version that was applied, if one was."),
            .optional("before", CatalogVersionBody.schema, "The version that was in force before."),
            .required("same", .boolean, "Whether it is identical with the catalog in force, so that nothing changes."),
            .required("changes", .array(of: Self.change)),
            .required(
                "losses",
                .array(
                    of: .object(
                        .required("entitlement", .string()),
                        .required("products", .array(of: .product), "The products that unlocked it.")
                    )
                ),
                "The entitlements that customers lose; the customers are not counted."
            ),
            .required("warnings", .array(of: Self.warning), "Valid content that is probably an oversight."),
            .required("summary", .array(of: .string()), "A summary of the changes, one per line.")
        )
    )

    private static let change = APISchema.object(
        .required("kind", .enumeration("added", "removed", "changed")),
        .required("section", .string(), "The section of the file."),
        .required("name", .string(), "The name in the section; empty for a section without names."),
        .required(
            "fields",
            .array(
                of: .object(
                    .required("name", .string(), "The key."),
                    .optional("before", .string()),
                    .optional("after", .string())
                )
            ),
            "The changed values."
        )
    )

    private static let warning = APISchema.object(
        .optional("line", .integer(1...Int64.max)),
        .required("key", .string(), "The path of keys to the value."),
        .required("problem", .string()),
        .required("remedy", .string())
    )
}
