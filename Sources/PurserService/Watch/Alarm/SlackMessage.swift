import AppStore

/// A message in the format of Slack's incoming webhooks, which other services accept too.
///
/// Notifications show `text`, as do services without support for blocks; each section is its own block.
struct SlackMessage: Sendable {
    /// The maximum number of blocks of a message.
    private static let greatestSectionCount = 40
    /// The maximum number of characters in a block; Slack accepts 3000.
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

    /// Returns text without links and mentions for Slack.
    private static func escaped(_ text: String) -> String {
        String(text.prefix(Self.longestSection)).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
