import AppStore
import AppStoreSimulator
import Foundation
import PurserTesting

/// The speed of verifying and decoding receipts on one core, beside the RSA signature that each needs.
///
/// The unit is `openssl speed` for RSA-2048 on the same machine in the same run: independent software, whose speed does
/// not depend on this program.
struct ReceiptBenchmark {
    /// The part of this program that reads one receipt in a process of its own, and prints how much memory that takes.
    static let memoryPart = "receipt-memory"

    /// The folder for files.
    let folder: String

    /// The reason why nothing can be measured.
    enum Refusal: Error {
        /// The output of `openssl speed` has another format.
        case unknownUnit
        /// The kernel does not report the memory.
        case unknownMemory
    }

    /// Returns the measurements.
    func measure() throws -> [Measurement] {
        let authority = try ReceiptAuthority()
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [authority.root]))
        func text(rows: Int) throws -> String {
            Data(try authority.signer.receipt(SampleReceipts.draft(rows: rows))).base64EncodedString()
        }
        // The signer is cached from here on, as in production.
        let ten = try text(rows: 10)
        _ = try signatures.receipt(base64: ten)
        let memory = try self.memory(of: try text(rows: 10_000), root: authority.root)

        var runs: [(milliseconds: Double, verifications: Double)] = []
        var units: [Double] = []
        for _ in 0..<5 {
            let unit = try Self.opensslVerifications()
            let perSecond = try Rate.perSecond { _ = try signatures.receipt(base64: ten) }
            units.append(unit)
            runs.append((1000 / perSecond, unit / perSecond))
        }
        let unit = units.sorted()[2]
        let middle = runs.sorted { $0.milliseconds < $1.milliseconds }[2]
        let thousand = try Self.microsecondsPerRow(of: try text(rows: 1_000), count: 1_000, signatures)
        let tenThousand = try Self.microsecondsPerRow(of: try text(rows: 10_000), count: 10_000, signatures)
        let growth = tenThousand / thousand
        return [
            .scale("openssl speed: RSA-2048 verifications, per core", "\(Int(unit))/s"),
            .judged(
                "receipt of 10 rows verified and decoded",
                "\((middle.milliseconds * 1000).rounded1) us = \(middle.verifications.rounded1) RSA",
                target: "< 150 us",
                middle.milliseconds < 0.15
            ),
            .judged(
                "receipt of 10,000 rows, each, by each of 1,000",
                "\(tenThousand.rounded2) us = \(growth.rounded2)",
                target: "<= 1.5",
                growth <= 1.5
            ),
            .judged(
                "its memory, by the size of its Base64",
                "\(memory.rounded1)",
                target: "< 20",
                memory < 20
            ),
        ]
    }

    /// Returns the time per row of a large receipt, the median of five runs.
    private static func microsecondsPerRow(
        of text: String,
        count: Int,
        _ signatures: SignatureVerifier
    ) throws -> Double {
        let clock = ContinuousClock()
        let times = try (0..<5).map { _ in
            let started = clock.now
            let receipt = try signatures.receipt(base64: text)
            precondition(receipt.payload.transactions.count == count, "All rows are read.")
            return (clock.now - started).seconds
        }
        return times.sorted()[2] / Double(count) * 1_000_000
    }

    /// Returns the additional peak memory of a process that reads a receipt, relative to the receipt's size.
    ///
    /// Another process reads it, because this one has unused memory from earlier work.
    private func memory(of text: String, root: [UInt8]) throws -> Double {
        try text.write(toFile: self.folder + "/receipt", atomically: false, encoding: .utf8)
        try Data(root).write(to: URL(fileURLWithPath: self.folder + "/receipt-root"))
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let output = try ChildProgram.run([program, Self.memoryPart, self.folder])
        guard let bytes = Int(output) else { throw Refusal.unknownMemory }
        return Double(bytes) / Double(text.utf8.count)
    }

    /// Reads the receipt in a folder and prints the peak memory in bytes.
    static func printMemory(folder: String) throws {
        let text = try String(contentsOfFile: folder + "/receipt", encoding: .utf8)
        let root = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/receipt-root")))
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [root]))
        let before = try Self.bytes("VmRSS:")
        let receipt = try signatures.receipt(base64: text)
        let after = try Self.bytes("VmHWM:")
        precondition(receipt.payload.transactions.count == 10_000, "All rows are read.")
        print(after - before)
    }

    private static func bytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        guard let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw Refusal.unknownMemory
        }
        return number * 1024
    }

    /// Returns the number of signatures that `openssl speed` verifies in a second.
    private static func opensslVerifications() throws -> Double {
        let output = try ChildProgram.run(["openssl", "speed", "-mr", "-seconds", "1", "rsa2048"])
        // "+F2:2:2048:4262.000000:70625.000000": signatures and verifications per second. Some versions print the time
        // of one instead.
        let line = output.split(separator: "\n").first { $0.hasPrefix("+F2:") }
        guard let number = line?.split(separator: ":").last.flatMap({ Double($0) }), number > 0 else {
            throw Refusal.unknownUnit
        }
        return number > 1 ? number : 1 / number
    }
}
