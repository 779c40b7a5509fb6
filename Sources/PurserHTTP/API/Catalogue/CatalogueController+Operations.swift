import PurserService

extension CatalogueController {
    private static let etag = ["ETag": "Changes with the answer."]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/products",
            id: "listProducts",
            tag: .catalogue,
            access: .readInApp,
            summary: "What is on sale, by storefront",
            description: "What an app asks before it asks StoreKit. Prices are StoreKit's to tell: `storePrice` is "
                + "where the shop's own price lies among the price points of the catalogue, and `price` is what Apple "
                + "charges in the storefront where that was fetched, or else what the catalogue says of it.",
            parameters: [
                .query("storefront", .words(StorefrontCode.all), "Only what is sold there: ISO 3166-1 alpha-3.")
            ],
            answers: [
                .ok(
                    .object(
                        .optional("storefront", .string(), "The storefront that was asked for."),
                        .optional("version", .integer(1...Int64.max), "The version of the catalogue."),
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
            "/v1/rights",
            id: "listRights",
            tag: .catalogue,
            access: .readInApp,
            summary: "The rights that there are, with the products that unlock them",
            answers: [
                .ok(
                    .object(
                        .optional("version", .integer(1...Int64.max), "The version of the catalogue."),
                        .required("rights", .array(of: RightBody.schema))
                    ),
                    "The rights, by name.",
                    headers: Self.etag
                ),
                .unchanged,
            ]
        ),
        APIOperation(
            .get,
            "/v1/catalogue",
            id: "readCatalogue",
            tag: .catalogue,
            access: .read,
            summary: "The catalogue that counts now",
            answers: [.ok(CatalogueBody.schema, "The catalogue.", headers: Self.etag), .unchanged]
        ),
        APIOperation(
            .post,
            "/v1/catalogue",
            id: "applyCatalogue",
            tag: .catalogue,
            access: .admin,
            summary: "Let a catalogue count from now on, or preview that",
            description:
                "The body is the YAML file; `docs/reference/catalogue.md` has its keys. A catalog that names a "
                + "file of price points is sent with it, as `\(CatalogueFilesBody.mediaType)`. It counts at once. A "
                + "file with a mistake changes nothing. What counts already is not applied again.",
            parameters: [
                .dryRun,
                .query("reason", .string(length: 1...1000), "Why; it stands with the version and in the audit log."),
                .query("version", .integer(1...Int64.max), "An earlier version instead of a body."),
            ],
            body: APIBody(
                mediaTypes: ["application/yaml"],
                schema: .string(),
                description: "The catalogue file, \(CatalogueFile.sizeLimitBytes) bytes at most.",
                isRequired: false,
                further: [CatalogueFilesBody.mediaType: CatalogueFilesBody.schema]
            ),
            answers: [.ok(CataloguePreviewBody.schema, "What changes, and the version that was applied.")],
            problems: [
                .status(404, "catalogue_version_unknown"),
                .status(415, "content_encoding_unsupported"),
                .status(
                    422,
                    "catalogue_invalid",
                    "field_unknown",
                    "field_missing",
                    "field_wrong_type",
                    "field_invalid"
                ),
                .unreadableBody,
                .status(503, "catalogue_busy"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/catalogue/translations",
            id: "translateCatalogue",
            tag: .catalogue,
            access: .admin,
            summary: "Make a catalogue from Xcode's file",
            description: "Nothing is changed. Lines of the answer that a person has to look at say `CHECK`: Xcode's "
                + "file does not know what a purchase gives.",
            body: .file(["application/json"], "A `.storekit` file, \(CatalogueFile.sizeLimitBytes) bytes at most."),
            answers: [.ok(CatalogueTranslationBody.schema, "The catalogue, which can be sent to `/v1/catalogue`.")],
            problems: [.status(415, "content_encoding_unsupported"), .status(422, "storekit_invalid")],
            isRepeatable: false
        ),
        APIOperation(
            .get,
            "/v1/catalogue/versions",
            id: "listCatalogueVersions",
            tag: .catalogue,
            access: .read,
            summary: "The catalogues that were applied, newest first",
            parameters: [
                .limit(Int64(Self.maximumList)),
                .query("cursor", .integer(1...Int64.max), "Where the page begins: `next` of the page before."),
            ],
            answers: [
                .ok(
                    .object(
                        .required("versions", .array(of: CatalogueVersionBody.schema)),
                        .optional("next", .string(), "The cursor of the next page.")
                    ),
                    "A page of versions."
                )
            ],
            problems: [.status(422, "field_wrong_type")]
        ),
        APIOperation(
            .get,
            "/v1/catalogue/versions/{number}",
            id: "readCatalogueVersion",
            tag: .catalogue,
            access: .read,
            summary: "A catalogue that was applied, as it was written",
            parameters: [.path("number", .integer(1...Int64.max), "The number of the version.")],
            answers: [
                .ok(
                    .object(
                        .required("version", CatalogueVersionBody.schema),
                        .required("document", .string(), "The file."),
                        .optional("pricePoints", .string(), "The file of price points that it names.")
                    ),
                    "The version with its text."
                )
            ],
            problems: [.status(404, "catalogue_version_unknown")]
        ),
    ]
}
