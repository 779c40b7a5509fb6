/// What was forgotten and still lies in the write-ahead log, and when to try again to empty it.
///
/// Readers may be in the way; waiting for a long one at every commit would hold up everybody.
struct LogTraces {
    /// The most commits between two tries.
    private static let longestPause = 1024

    private var isLeft = false
    private var pause = 0
    private var nextPause = 1

    /// Takes down that something was forgotten.
    mutating func leave() {
        self = Self()
        self.isLeft = true
    }

    /// Whether the log is to be emptied after this commit.
    mutating func isDue() -> Bool {
        guard self.isLeft else { return false }
        guard self.pause > 0 else { return true }
        self.pause -= 1
        return false
    }

    /// Takes down what became of emptying it.
    mutating func tried(hasEmptied: Bool) {
        guard !hasEmptied else {
            self = Self()
            return
        }
        self.pause = self.nextPause
        self.nextPause = min(self.nextPause * 2, Self.longestPause)
    }
}
