extension ImportRoutes {
    private static let one = APIParameter.path("import", .string(), "The import's `id`.")
    private static let format = APIParameter.query("format", .words("csv", "jsonl"), "The format of the file.")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/imports",
            id: "startImport",
            tag: .imports,
            access: .admin,
            summary: "Hand in the file of an import",
            description: "A file of any size, in CSV or JSON lines; `docs/operating/import.md` has its columns. The "
                + "answer comes once the file is complete, and the work begins.",
            parameters: [
                Self.format,
                .query("events", .words("on", "off"), "`off` tells nothing of what it brings."),
            ],
            body: .file(["text/csv", "application/x-ndjson"], "The file as it is."),
            answers: [.json(202, ImportBody.schema, "The file is complete; the work begins.")],
            problems: [
                .status(400, "import_broken_off"),
                .status(409, "appstore_not_configured"),
                .status(415, "import_format_unknown", "content_encoding_unsupported"),
                .status(422, "import_format_unknown", "field_wrong_type"),
            ],
            isRepeatable: false
        ),
        APIOperation(
            .get,
            "/v1/imports",
            id: "listImports",
            tag: .imports,
            access: .read,
            summary: "The newest imports, newest first",
            parameters: [.limit(200)],
            answers: [.ok(.object(.required("imports", .array(of: ImportBody.schema))), "The newest imports.")],
            problems: [.status(422, "field_wrong_type")]
        ),
        APIOperation(
            .get,
            "/v1/imports/{import}",
            id: "readImport",
            tag: .imports,
            access: .read,
            summary: "How far an import has come",
            parameters: [Self.one],
            answers: [.ok(ImportBody.schema, "The import.")],
            problems: [.status(404, "import_unknown")]
        ),
        APIOperation(
            .get,
            "/v1/imports/{import}/failures",
            id: "readImportFailures",
            tag: .imports,
            access: .read,
            summary: "What could not be imported, as a file that can be handed in again",
            parameters: [Self.one, Self.format],
            answers: [
                .file("application/x-ndjson", "A row a line."),
                .file("text/csv", "A row a line, after a line of names."),
            ],
            problems: [.status(404, "import_unknown"), .status(422, "import_format_unknown")]
        ),
        APIOperation(
            .post,
            "/v1/imports/{import}/retry",
            id: "retryImport",
            tag: .imports,
            access: .admin,
            summary: "Ask again for what failed; goes on after a pause",
            parameters: [Self.one],
            answers: [.ok(ImportBody.schema, "The import.")],
            problems: [.status(404, "import_unknown"), .status(409, "import_state", "appstore_not_configured")]
        ),
        APIOperation(
            .post,
            "/v1/imports/{import}/cancel",
            id: "cancelImport",
            tag: .imports,
            access: .admin,
            summary: "Break an import off; what it brought stays",
            parameters: [Self.one],
            answers: [.ok(ImportBody.schema, "The import.")],
            problems: [.status(404, "import_unknown"), .status(409, "import_state")]
        ),
    ]
}
