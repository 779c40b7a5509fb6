import PurserService

extension CatalogController {
    private static let etag = ["ETag": "Changes when the response changes."]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/products",
            id: "listProducts",
            tag: .catalog,
            access: .readInApp,
            summary: "List products",
            description:
                "The products on sale, for an app before it calls StoreKit. Display StoreKit's prices: `storePrice` "
                + "is the price point of the catalog for the shop's own price, and `price` is Apple's price in "
                + "the storefront if the server fetched it, otherwise the price in the catalog.",
            parameters: [
                .query(
                    "storefront",
                    .enumeration(StorefrontCode.all),
                    "Only products that are sold in this storefront: ISO 3166-1 alpha-3."
                )
            ],
            answers: [
                .ok(
                    .object(
                        .optional("storefront", .string(), "The requested storefront."),
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
            summary: "List the entitlements of the catalog",
            answers: [
                .ok(
                    .object(
                        .optional("version", .integer(1...Int64.max), "The version of the catalog."),
                        .required("entitlements", .array(of: EntitlementDefinitionBody.schema))
                    ),
                    "The entitlements by name, with the products that unlock them.",
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
            summary: "Get the catalog",
            answers: [.ok(CatalogBody.schema, "The catalog in force.", headers: Self.etag), .unchanged]
        ),
        APIOperation(
            .post,
            "/v1/catalog",
            id: "applyCatalog",
            tag: .catalog,
            access: .admin,
            summary: "Apply or preview a catalog",
            description:
                "The body is the YAML file; `docs/reference/catalog.md` describes its keys. A catalog that names a "
                + "file of price points is sent together with it, as `\(CatalogFilesBody.mediaType)`. The "
                + "catalog takes effect immediately. A file with errors changes nothing, and neither does the "
                + "catalog that is already in force.",
            parameters: [
                .dryRun,
                .query(
                    "reason",
                    .string(length: 1...1000),
                    "The reason; it is stored with the version and in the audit log."
                ),
                .query("version", .integer(1...Int64.max), "An earlier version to apply instead of a body."),
            ],
            body: APIBody(
                mediaTypes: ["application/yaml"],
                schema: .string(),
                description: "The catalog file, at most \(CatalogFile.sizeLimitBytes) bytes.",
                isRequired: false,
                further: [CatalogFilesBody.mediaType: CatalogFilesBody.schema]
            ),
            answers: [.ok(CatalogPreviewBody.schema, "The changes, and the version that was applied.")],
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
            summary: "Create a catalog from a StoreKit file",
            description:
                "Changes nothing. Lines of the result that you have to complete contain `CHECK`: Xcode's file does "
                + "not say what a purchase provides.",
            body: .file(["application/json"], "A `.storekit` file, at most \(CatalogFile.sizeLimitBytes) bytes."),
            answers: [.ok(CatalogTranslationBody.schema, "The catalog, which you can send to `/v1/catalog`.")],
            problems: [.status(415, "content_encoding_unsupported"), .status(422, "storekit_invalid")],
            isRepeatable: false
        ),
        APIOperation(
            .get,
            "/v1/catalog/versions",
            id: "listCatalogVersions",
            tag: .catalog,
            access: .read,
            summary: "List the versions of the catalog",
            parameters: [
                .limit(Int64(Self.maximumList)),
                .query(
                    "cursor",
                    .integer(1...Int64.max),
                    "The position at which the page begins: `next` of the previous page."
                ),
            ],
            answers: [
                .ok(
                    .object(
                        .required("versions", .array(of: CatalogVersionBody.schema)),
                        .optional("next", .string(), "The cursor of the next page.")
                    ),
                    "A page of versions, newest first."
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
            summary: "Get a version of the catalog",
            parameters: [.path("number", .integer(1...Int64.max), "The number of the version.")],
            answers: [
                .ok(
                    .object(
                        .required("version", CatalogVersionBody.schema),
                        .required("document", .string(), "The file."),
                        .optional("pricePoints", .string(), "The file of price points that it names.")
                    ),
                    "The version with its original text."
                )
            ],
            problems: [.status(404, "catalog_version_unknown")]
        ),
    ]
}
