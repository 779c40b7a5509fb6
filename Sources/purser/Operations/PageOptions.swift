import AppStore
import ArgumentParser

/// The options of a list: the part to show, and the format.
struct PageOptions: ParsableArguments {
    @Option(help: "The maximum number of items; the server limits it.")
    var limit: Int?

    @Option(help: "The cursor after which the list begins.")
    var cursor: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        if let limit = self.limit, limit < 1 { throw ValidationError("--limit: write how many, 1 or more") }
    }

    /// A page of a list.
    struct Page {
        /// Its elements.
        let elements: [JSONValue]
        /// The cursor of the next page; `nil` for the last page.
        let next: String?
    }

    /// Requests the page.
    ///
    /// - Parameters:
    ///   - server: The API.
    ///   - path: The part after `/v1/`, or after the app's name.
    ///   - member: The name of the list in the response.
    ///   - filter: Further parameters.
    /// - Returns: The page.
    /// - Throws: The server's error, or the failure of the request.
    func page(
        from server: APIClient,
        _ path: String,
        _ member: String,
        _ filter: [(String, String?)] = []
    ) async throws -> Page {
        let answer = try await server.get(
            path,
            filter + [("limit", self.limit.map(String.init)), ("cursor", self.cursor)]
        )
        return Page(elements: answer[member]?.elements ?? [], next: answer["next"]?.text)
    }

    /// Writes a page of a list, and to standard error that it is empty, or how to continue.
    func write(_ page: Page, as listing: Listing, in language: Language = .english) {
        listing.write(page.elements, next: page.next, isJSON: self.json, in: language)
    }
}
