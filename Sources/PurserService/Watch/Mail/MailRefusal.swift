/// A recipient whom a mail server refused while it took the message for others.
package struct MailRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The recipient.
    package let recipient: MailAddress
    /// What the server answered.
    package let failure: MailFailure

    /// Whether the server takes the message later, as one does that lists senders grey or whose mailbox is full: 4yz (RFC
    /// 5321, section 4.2.1).
    package var isForNow: Bool { self.failure.isForNow }

    /// The recipient and the answer: `ada@example.com (450 4.2.0)`.
    package var description: String { "\(self.recipient) (\(self.failure.answer))" }
}
