import Testing
import torture

@Suite struct CommitWatchTests {
    /// The first message of a connection.
    private static let opening = Self.bytes(of: 8) + Self.bytes(of: 196_608)
    /// The request for encryption, which is answered with one byte.
    private static let encryption = Self.bytes(of: 8) + Self.bytes(of: 80_877_103)

    private static func bytes(of number: Int) -> [UInt8] {
        [UInt8(number >> 24 & 255), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }

    private static func message(_ type: Character, _ strings: String...) -> [UInt8] {
        let body: [UInt8] = strings.flatMap { Array($0.utf8) + [0] }
        let head: [UInt8] = [type.asciiValue ?? 0]
        return head + self.bytes(of: body.count + 4) + body
    }

    /// A statement that is prepared under a name, and run.
    private static func run(_ name: String, _ text: String) -> [UInt8] {
        self.message("P", name, text) + self.message("B", "", name)
    }

    private static func commits(_ bytes: [UInt8]) -> [[UInt8]] {
        var watch = CommitWatch()
        return watch.read(bytes).compactMap { step in
            guard case .commit(let bytes) = step else { return nil }
            return bytes
        }
    }

    @Test("COMMIT of a transaction that wrote is seen", arguments: ["INSERT INTO a", "update a", "DELETE FROM a"])
    func writing(text: String) {
        let begin = Self.opening + Self.run("s1", "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        let commit = Self.message("B", "", "s3")
        let all = begin + Self.run("s2", text) + Self.message("P", "s3", "COMMIT") + commit
        #expect(Self.commits(all) == [commit])
        #expect(Self.commits(Self.encryption + all) == [commit])
    }

    @Test("COMMIT of one that read, or was rolled back, is not")
    func reading() {
        let begin = Self.opening + Self.run("s1", "BEGIN")
        #expect(Self.commits(begin + Self.run("s2", "SELECT 1") + Self.run("s3", "COMMIT")).isEmpty)
        let rolledBack = begin + Self.run("s2", "INSERT INTO a") + Self.run("s4", "ROLLBACK")
        #expect(Self.commits(rolledBack + Self.message("B", "", "s1") + Self.run("s3", "COMMIT")).isEmpty)
        let kept = begin + Self.run("s2", "INSERT INTO a") + Self.run("s4", "ROLLBACK TO SAVEPOINT unit")
        #expect(Self.commits(kept + Self.run("s3", "COMMIT")).count == 1)
    }

    @Test("Each COMMIT is seen once, and what follows a later one is not taken for the first")
    func again() {
        let first = Self.opening + Self.run("w", "INSERT INTO a") + Self.run("c", "COMMIT")
        let second = Self.message("B", "", "w") + Self.message("B", "", "c")
        #expect(Self.commits(first + second).count == 2)
        #expect(Self.commits(first + Self.message("B", "", "c")).count == 1)
    }

    @Test("However the bytes come, all of them are handed on, in order", arguments: 1...9)
    func pieces(length: Int) {
        let all = Self.encryption + Self.opening + Self.run("w", "INSERT INTO a") + Self.run("c", "COMMIT")
        var watch = CommitWatch()
        var handed: [UInt8] = []
        var count = 0
        for start in stride(from: 0, to: all.count, by: length) {
            for step in watch.read(all[start..<min(all.count, start + length)]) {
                switch step {
                case .pass(let bytes): handed += bytes
                case .commit(let bytes):
                    handed += bytes
                    count += 1
                }
            }
        }
        #expect(handed == all)
        #expect(count == 1)
    }
}
