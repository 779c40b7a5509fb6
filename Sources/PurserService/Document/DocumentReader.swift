internal import Foundation
internal import Yams

/// A reader that turns YAML into a tree of values with their positions.
///
/// It accepts the part of YAML that configuration needs: one document of texts, lists and maps with text keys. It
/// refuses anchors and aliases, which can expand a small file exponentially, duplicate keys, large files and deep
/// nesting.
package enum DocumentReader {
    /// The maximum size of a document in bytes, about ten times the largest catalogs in use.
    package static let sizeLimitBytes = 1_048_576
    /// The maximum nesting depth; the deepest key in use is at 6.
    package static let depthLimit = 32
    /// The maximum number of words that look like an alias (`*name`) in a document that is composed.
    ///
    /// Aliases are refused after composing, but composing compares the keys of maps, and comparing a key that repeats
    /// aliases of aliases takes exponential time. Up to this number it cannot.
    private static let aliasLimit = 16

    /// Reads the bytes of one document; `file` is its name in messages.
    ///
    /// An empty document is an empty scalar.
    package static func read(_ bytes: [UInt8], file: String) throws(ValidationIssues) -> DocumentNode {
        guard bytes.count <= Self.sizeLimitBytes else {
            throw ValidationIssues(
                ValidationIssue(
                    file: file,
                    problem: "larger than \(Self.sizeLimitBytes) bytes",
                    remedy: "Split it, or remove what is not needed."
                )
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationIssues(
                ValidationIssue(
                    file: file,
                    line: Self.lineOfInvalidText(bytes),
                    problem: "not valid UTF-8",
                    remedy: "Save the file as UTF-8."
                )
            )
        }
        if let line = Self.lineOfTooManyAliases(bytes) {
            throw ValidationIssues(Self.aliasIssue(file: file, line: line))
        }
        do {
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            guard let root = try parser.singleRoot() else {
                return DocumentNode(origin: .document(line: 1, column: 1), content: .scalar("", isPlain: true))
            }
            var conversion = DocumentConversion(file: file)
            // Nodes hold their anchors weakly; the parser owns them.
            let node = withExtendedLifetime(parser) { conversion.convert(root, keyPath: "", depth: 1) }
            guard conversion.issues.isEmpty else { throw ValidationIssues(conversion.issues) }
            return node
        } catch let issues as ValidationIssues {
            throw issues
        } catch let error as YamlError {
            throw ValidationIssues(Self.issues(of: error, text: text, file: file))
        } catch {
            throw ValidationIssues(
                ValidationIssue(file: file, problem: "cannot be read as YAML", remedy: "Check that it is a YAML file.")
            )
        }
    }

    /// Returns the issue for an anchor or alias.
    static func aliasIssue(file: String, line: Int) -> ValidationIssue {
        ValidationIssue(
            file: file,
            line: line,
            problem: "anchors (&name) and aliases (*name) are not supported",
            remedy: "Write the value out, or put the text in quotes."
        )
    }

    private static func lineOfInvalidText(_ bytes: [UInt8]) -> Int {
        var line = 1
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if String(validating: part, as: UTF8.self) == nil {
                return line
            }
            line += 1
        }
        return line
    }

    private static func lineOfTooManyAliases(_ bytes: [UInt8]) -> Int? {
        var line = 1
        var count = 0
        var previous = UInt8(ascii: "\n")
        var iterator = bytes.makeIterator()
        var current = iterator.next()
        while let byte = current {
            let next = iterator.next()
            if byte == UInt8(ascii: "\n") {
                line += 1
            } else if byte == UInt8(ascii: "*"), Self.mayPrecedeAlias(previous), Self.mayBeginName(next) {
                count += 1
                if count > Self.aliasLimit {
                    return line
                }
            }
            previous = byte
            current = next
        }
        return nil
    }

    private static func mayPrecedeAlias(_ byte: UInt8) -> Bool {
        byte <= UInt8(ascii: " ") || "[]{},?:-".utf8.contains(byte)
    }

    private static func mayBeginName(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte > UInt8(ascii: " ") && !"*,]}".utf8.contains(byte)
    }
}
