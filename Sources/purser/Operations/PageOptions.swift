import AppStore
import ArgumentParser

/// Which part of a list of the API's is shown, and in which form.
struct PageOptions: ParsableArguments {
    @Option(help: "At most so many; the server says how many it allows.")
    var limit: Int?

    @Option(help: "Only what comes after this one.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func validate() throws {
        if let limit = self.limit, limit < 1 { throw ValidationError("--limit: write how many, 1 or more") }
    }

    /// A page of a list.
    struct Page {
        /// Its elements.
        let elements: [JSONValue]
        /// Where the next begins; `nil` for the last.
        let next: String?
    }

    /// Asks for the page.
    ///
    /// - Parameters:
    ///   - server: The API.
    ///   - path: What stands after `/v1/`, or after the app's name.
    ///   - member: What the answer calls the list.
    ///   - filter: What is asked for besides.
    /// - Returns: The page.
    /// - Throws: What the server refused, or why it could not be asked.
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

    /// Writes a page of a list, and to standard error that it is empty, or how to go on.
    func write(_ page: Page, as listing: Listing, in language: Language = .english) {
        listing.write(page.elements, next: page.next, isJSON: self.json, in: language)
    }
}
