import AppStore
import Ledger

extension ImportReader {
    /// Returns the rows of a line that contains a JSON object.
    func rows(of line: LineReader.Line) -> [ImportRow] {
        do throws(ImportRow.Failure) {
            guard !line.isTooLong else { throw Self.tooLong }
            guard String(validating: line.bytes, as: UTF8.self) != nil else { throw Self.notUTF8 }
            return ImportRow.rows(
                try Self.fields(line.bytes),
                line: line.number,
                startedAt: self.startedAt,
                receiptIDs: self.receiptIDs
            )
        } catch {
            return [.notUnderstood(error, line: line.number)]
        }
    }

    private static func fields(_ json: [UInt8]) throws(ImportRow.Failure) -> [ImportColumn: String] {
        let value: JSONValue
        do {
            value = try JSONValue(json: json)
        } catch {
            throw ImportRow.Failure(
                code: "import_row_not_json",
                detail: "The line is not valid JSON (\(error.code.rawValue) at byte \(error.offset))."
            )
        }
        guard case .object(let members) = value else {
            throw ImportRow.Failure(code: "import_row_not_json", detail: "The line must be a JSON object.")
        }
        var fields: [ImportColumn: String] = [:]
        for member in members where !ImportColumn.isPassedOver(member.key) {
            guard let column = ImportColumn(named: member.key) else {
                let shown = member.key.prefix(ImportLimits.shownBytes)
                throw ImportRow.Failure(
                    code: "import_field_unknown",
                    detail: "The field \(shown) is unknown.\(ImportColumn.suggestion(for: member.key))"
                )
            }
            guard fields[column] == nil else {
                throw ImportRow.Failure(
                    code: "import_field_repeated",
                    detail: "The row has the field \(column.rawValue) twice."
                )
            }
            switch member.value {
            case .null: continue
            case .string(let text): if !text.isEmpty { fields[column] = text }
            case .number(let text): fields[column] = text
            case .bool(let flag): fields[column] = flag ? "true" : "false"
            case .array, .object:
                throw ImportRow.Failure(
                    code: "import_field_wrong_type",
                    detail: "\(column.rawValue) must be a text, a number, true or false."
                )
            }
        }
        return fields
    }
}
