import AppStore

/// A message in the form of Slack's incoming webhooks, which other services take too.
///
/// `text` is what notifications show, and all that services show which know no blocks; each section is a block of its
/// own.
struct SlackMessage: Sendable {
    /// The most blocks that a message may have.
    private static let greatestSectionCount = 40
    /// The most characters of the text of a block; Slack takes 3000.
    private static let longestSection = 2900

    /// The text in one line.
    let text: String
    /// The sections, plain text.
    let sections: [String]

    /// The message as JSON.
    var json: [UInt8] {
        let blocks = self.sections.prefix(Self.greatestSectionCount).map { section in
            JSONValue.object([
                JSONMember(key: "type", value: .string("section")),
                JSONMember(
                    key: "text",
                    value: .object([
                        JSONMember(key: "type", value: .string("mrkdwn")),
                        JSONMember(key: "text", value: .string(Self.escaped(section))),
                    ])
                ),
            ])
        }
        return JSONValue.object([
            JSONMember(key: "text", value: .string(Self.escaped(self.text))),
            JSONMember(key: "blocks", value: .array(Array(blocks))),
        ]).json()
    }

    /// Text in which nothing is a link or a name for Slack.
    private static func escaped(_ text: String) -> String {
        String(text.prefix(Self.longestSection)).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
