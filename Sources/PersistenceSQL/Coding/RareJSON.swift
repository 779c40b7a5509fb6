import Foundation
import Ledger
import Notation

/// The JSON of columns that hold what is rare.
enum RareJSON {
    /// The text of a value, keys in order.
    static func text(_ value: some Encodable) throws -> SQLValue {
        .text(String(decoding: try JSONText.encoded(value), as: UTF8.self))
    }

    /// The value of a text.
    static func value<Value: Decodable>(_ text: String, as type: Value.Type) throws(RepositoryError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw .corrupt
        }
    }
}
