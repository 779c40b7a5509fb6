import PurserService

extension CatalogController {
    private static let etag = ["ETag": "Changes with the answer."]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/products",
            id: "listProducts",
            tag: .catalog,
            access: .readInApp,
            summary: "What is on sale, by storefront",
            description: "What an app asks before it asks StoreKit. Prices are StoreKit's to tell: `storePrice` is "
                + "where the shop's own price lies among the price points of the catalog, and `price` is what Apple "
                + "charges in the storefront where that was fetched, or else what the catalog says of it.",
            parameters: [
                .query("storefront", .enumeration(StorefrontCode.all), "Only what is sold there: ISO 3166-1 alpha-3.")
            ],
            answers: [
                .ok(
                    .object(
                        .optional("storefront", .string(), "The storefront that was asked for."),
                        .optional("version", .integer(1...Int64.max), "The version of the catalog."),
                        .required("products", .array(of: ProductBody.schema))
                    ),
                    "The products, by id.",
                    headers: Self.etag
                ),
                .unchanged,
            ],
            problems: [.status(422, "storefront_unknown")]
        ),
        APIOperation(
            .get,
            "/v1/entitlements",
            id: "listEntitlementDefinitions",
            tag: .catalog,
            access: .readInApp,
            summary: "The entitlements that there are, with the products that unlock them",
            answers: [
                .ok(
                    .object(
                        .optional("version", .integer(1...Int64.max), "The version of the catalog."),
                        .required("entitlements", .array(of: EntitlementDefinitionBody.schema))
                    ),
                    "The entitlements, by name.",
                    headers: Self.etag
                ),
                .unchanged,
            ]
        ),
        APIOperation(
            .get,
            "/v1/catalog",
            id: "getCatalog",
            tag: .catalog,
            access: .read,
            summary: "The catalog that counts now",
            answers: [.ok(CatalogBody.schema, "The catalog.", headers: Self.etag), .unchanged]
        ),
        APIOperation(
            .post,
            "/v1/catalog",
            id: "applyCatalog",
            tag: .catalog,
            access: .admin,
            summary: "Let a catalog count from now on, or preview that",
            description:
                "The body is the YAML file; `docs/reference/catalog.md` has its keys. A catalog that names a "
                + "file of price points is sent with it, as `\(CatalogFilesBody.mediaType)`. It counts at once. A "
                + "file with a mistake changes nothing. What counts already is not applied again.",
            parameters: [
                .dryRun,
                .query("reason", .string(length: 1...1000), "Why; it stands with the version and in the audit log."),
                .query("version", .integer(1...Int64.max), "An earlier version instead of a body."),
            ],
            body: APIBody(
                mediaTypes: ["application/yaml"],
                schema: .string(),
                description: "The catalog file, \(CatalogFile.sizeLimitBytes) bytes at most.",
                isRequired: false,
                further: [CatalogFilesBody.mediaType: CatalogFilesBody.schema]
            ),
            answers: [.ok(CatalogPreviewBody.schema, "What changes, and the version that was applied.")],
            problems: [
                .status(404, "catalog_version_unknown"),
                .status(415, "content_encoding_unsupported"),
                .status(
                    422,
                    "catalog_invalid",
                    "field_unknown",
                    "field_missing",
                    "field_wrong_type",
                    "field_invalid"
                ),
                .unreadableBody,
                .status(503, "catalog_busy"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/catalog/translations",
            id: "translateCatalog",
            tag: .catalog,
            access: .admin,
            summary: "Make a catalog from Xcode's file",
            description: "Nothing is changed. Lines of the answer that a person has to look at say `CHECK`: Xcode's "
                + "file does not know what a purchase gives.",
            body: .file(["application/json"], "A `.storekit` file, \(CatalogFile.sizeLimitBytes) bytes at most."),
            answers: [.ok(CatalogTranslationBody.schema, "The catalog, which can be sent to `/v1/catalog`.")],
            problems: [.status(415, "content_encoding_unsupported"), .status(422, "storekit_invalid")],
            isRepeatable: false
        ),
        APIOperation(
            .get,
            "/v1/catalog/versions",
            id: "listCatalogVersions",
            tag: .catalog,
            access: .read,
            summary: "The catalogs that were applied, newest first",
            parameters: [
                .limit(Int64(Self.maximumList)),
                .query("cursor", .integer(1...Int64.max), "Where the page begins: `next` of the page before."),
            ],
            answers: [
                .ok(
                    .object(
                        .required("versions", .array(of: CatalogVersionBody.schema)),
                        .optional("next", .string(), "The cursor of the next page.")
                    ),
                    "A page of versions."
                )
            ],
            problems: [.status(422, "field_wrong_type")]
        ),
        APIOperation(
            .get,
            "/v1/catalog/versions/{number}",
            id: "getCatalogVersion",
            tag: .catalog,
            access: .read,
            summary: "A catalog that was applied, as it was written",
            parameters: [.path("number", .integer(1...Int64.max), "The number of the version.")],
            answers: [
                .ok(
                    .object(
                        .required("version", CatalogVersionBody.schema),
                        .required("document", .string(), "The file."),
                        .optional("pricePoints", .string(), "The file of price points that it names.")
                    ),
                    "The version with its text."
                )
            ],
            problems: [.status(404, "catalog_version_unknown")]
        ),
    ]
}
