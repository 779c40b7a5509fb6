import AppStore
import Foundation
import Ledger

/// The server's event file, read as a receiver would read it: by event stream and number.
struct EventLog {
    /// A sentence for each event stream whose first arrivals are not 1, 2, 3 and so on, or whose repetitions differ.
    private(set) var violations: [String] = []
    /// The number of lines.
    private(set) var lineCount = 0
    /// The number of lines that repeat an earlier one.
    private(set) var repeated = 0
    private var streams: [EventStream: [[UInt8]]] = [:]

    /// Reads a file, which may be missing.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else { return }
        for line in data.split(separator: UInt8(ascii: "\n")) { self.read(Array(line)) }
    }

    /// The event streams with a line.
    var allStreams: [EventStream] { Array(self.streams.keys) }

    /// Returns the first arrivals of an event stream.
    func lines(of stream: EventStream) -> [[UInt8]] { self.streams[stream] ?? [] }

    private mutating func read(_ line: [UInt8]) {
        self.lineCount += 1
        guard case .object(let members)? = try? JSONValue(json: line), let stream = Self.stream(members),
            case .number(let text)? = Self.value("number", members), let number = Int(text)
        else {
            self.violations.append("line \(self.lineCount) of the event file is not an event")
            return
        }
        let known = self.streams[stream]?.count ?? 0
        switch number {
        case known + 1: self.streams[stream, default: []].append(line)
        case 1...max(1, known) where known > 0:
            self.repeated += 1
            if self.streams[stream]?[number - 1] != line {
                self.violations.append("event \(number) of \(stream.subject) was published twice with different bodies")
            }
        default: self.violations.append("event \(number) of \(stream.subject) was published after \(known)")
        }
    }

    private static func value(_ key: String, _ members: [JSONMember]) -> JSONValue? {
        members.first { $0.key == key }?.value
    }

    private static func stream(_ members: [JSONMember]) -> EventStream? {
        guard case .string(let app)? = self.value("app", members) else { return nil }
        if case .string(let name)? = self.value("customer", members), let customer = CustomerID(name) {
            return EventStream(app: AppName(app), subject: .customer(customer))
        }
        guard case .object(let chain)? = self.value("chain", members),
            case .string(let environment)? = self.value("environment", chain),
            let environment = StoreEnvironment(rawValue: environment),
            case .string(let original)? = self.value("originalTransaction", chain)
        else { return nil }
        return EventStream(app: AppName(app), subject: .chain(environment, OriginalTransactionID(original)))
    }
}
