extension DocumentRoutes {
    private static let known = APIParameter.header("If-None-Match", .string(), "The `ETag` of the answer you have.")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/openapi.json",
            id: "readDescription",
            tag: .server,
            access: .document,
            summary: "This description of the API",
            parameters: [Self.known],
            answers: [
                .ok(.openObject, "An OpenAPI 3.1 document.", headers: ["ETag": "Names this version of it."]),
                .unchanged,
            ]
        ),
        APIOperation(
            .get,
            "/docs",
            id: "readPage",
            tag: .server,
            access: .document,
            summary: "This description of the API as a page",
            parameters: [Self.known],
            answers: [
                .file("text/html", "A page that needs nothing else.", headers: ["ETag": "Names this version of it."]),
                .unchanged,
            ]
        ),
    ]
}
