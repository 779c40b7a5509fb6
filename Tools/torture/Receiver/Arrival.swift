/// A delivery, as its receiver wrote it down before it answered.
package struct Arrival: Hashable, Sendable {
    /// What the receiver made of it.
    package enum Fate: String, Hashable, Sendable {
        /// It took it, whether or not its answer arrived.
        case taken
        /// It read it, and said that it does not take it.
        case refused
        /// The signature was not right.
        case forged
    }

    /// The receiver's place among all.
    package let receiver: Int
    /// What the receiver made of it.
    package let fate: Fate
    /// The id of the message; a hyphen where it has none.
    package let id: String
    /// SHA-256 of the body, in lowercase hexadecimal.
    package let digest: String

    /// A delivery of these values.
    package init(receiver: Int, _ fate: Fate, id: String, digest: String) {
        self.receiver = receiver
        self.fate = fate
        self.id = id
        self.digest = digest
    }

    /// The one that a line tells of.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 4, let receiver = Int(words[0]), let fate = Fate(rawValue: String(words[1])) else {
            return nil
        }
        self.init(receiver: receiver, fate, id: String(words[2]), digest: String(words[3]))
    }

    /// A line that tells of it.
    var line: String { "\(self.receiver) \(self.fate.rawValue) \(self.id) \(self.digest)\n" }
}
