import AppStore
import Ledger

/// The fields of an operator's task, as they stand in a request: texts by their names.
package struct TaskFields: Hashable, Sendable {
    /// The most bytes of one text: a note, or an id and more.
    private static let maximumBytes = 4096

    /// The most bytes of a key.
    private static let maximumKeyBytes = 255

    private let texts: [String: String]

    /// The fields of these texts.
    package init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// A text, if it is there.
    subscript(_ name: String) -> String? { self.texts[name] }

    /// A text that has to be there.
    func required(_ name: String) throws(TaskMistake) -> String {
        guard let value = self.texts[name], !value.isEmpty, value.utf8.count <= Self.maximumBytes else {
            throw TaskMistake(field: name, detail: "This task needs this field.")
        }
        return value
    }

    /// A customer, who has to be named.
    func customer(_ name: String = "customer") throws(TaskMistake) -> CustomerID {
        guard let customer = CustomerID(try self.required(name)) else {
            throw TaskMistake(field: name, detail: CustomerID.requirement)
        }
        return customer
    }

    /// A key by which something asked for again is known, if it is there.
    func key(_ name: String = "key") throws(TaskMistake) -> String? {
        guard let key = self.texts[name] else { return nil }
        let isClean = !key.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard (1...Self.maximumKeyBytes).contains(key.utf8.count), isClean else {
            throw TaskMistake(
                field: name,
                detail: "A key has 1 to \(Self.maximumKeyBytes) bytes and no control characters."
            )
        }
        return key
    }

    /// A whole number in these bounds, if it is there.
    func number(
        _ name: String,
        in range: ClosedRange<Int64> = Int64.min...Int64.max
    ) throws(TaskMistake) -> Int64? {
        guard let value = self.texts[name] else { return nil }
        guard let number = Int64(value) else {
            throw TaskMistake(field: name, detail: "This must be a whole number.")
        }
        guard range.contains(number) else {
            throw TaskMistake(
                field: name,
                detail: "This must be a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// An instant, if it is there.
    func instant(_ name: String) throws(TaskMistake) -> Instant? {
        guard let value = self.texts[name] else { return nil }
        guard let instant = Instant(rfc3339: value) else {
            throw TaskMistake(field: name, detail: "Write an instant by RFC 3339: 2026-03-01T12:00:00Z.")
        }
        return instant
    }

    /// One of the words of a list; the usual one when it is not there.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        usually: Word
    ) throws(TaskMistake) -> Word {
        guard let text = self.texts[name] else { return usually }
        guard let word = Word(rawValue: text) else {
            throw TaskMistake(field: name, detail: Spelling.choice(text, among: Word.allCases.map(\.rawValue)))
        }
        return word
    }
}
