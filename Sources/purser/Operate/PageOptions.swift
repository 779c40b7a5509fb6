import AppStore
import ArgumentParser

/// Which part of a list of the running server's is shown, and in which form.
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
    ///   - server: Whom to ask.
    ///   - path: Below `/operator/v1/`.
    ///   - member: What the answer calls the list.
    ///   - filter: What is asked for besides.
    /// - Returns: The page.
    /// - Throws: What the server refused, or why it could not be asked.
    func page(
        from server: AppServer,
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

    /// Writes a page, and to standard error that nothing is there, or how to go on.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - language: That of the sentences around it.
    ///   - none: What to say of an empty list, if not that there is none.
    ///   - lines: Elements for people.
    func write(
        _ page: Page,
        in language: Language = .english,
        none: String? = nil,
        lines: ([JSONValue]) -> [String]
    ) {
        guard !self.json else {
            for one in page.elements { StandardStream.output.write(json: one) }
            return
        }
        for line in lines(page.elements) { StandardStream.output.write(line: line) }
        let isChinese = language == .simplifiedChinese
        if page.elements.isEmpty {
            StandardStream.error.write(line: none ?? (isChinese ? "没有。" : "There is none."))
        }
        if let next = page.next {
            StandardStream.error.write(line: "\(isChinese ? "还有更多：" : "More: ")--cursor '\(next)'")
        }
    }
}
