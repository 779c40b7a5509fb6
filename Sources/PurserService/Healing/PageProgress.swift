/// Notices when a store that answers page after page makes no progress.
///
/// Tokens that repeat are found by Brent's algorithm (R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT
/// 20, 1980, section 3), which remembers a single token and finds each cycle within about three rounds of it.
struct PageProgress {
    /// The most pages in a row that list nothing and promise more.
    static let maximumEmptyPages = 3
    /// How often a window may be begun again because its token is not accepted any more.
    static let maximumRestarts = 3

    /// A token that was seen; one that is seen again closes a cycle.
    private var landmark: String?
    private var stepsSinceLandmark = 0
    private var stepLimit = 1
    private var emptyPages = 0
    private var restarts = 0

    /// Takes note of a page that lists so much and promises more behind a token; returns whether that is progress.
    mutating func advances(to token: String, listing count: Int) -> Bool {
        self.emptyPages = count == 0 ? self.emptyPages + 1 : 0
        guard self.emptyPages <= Self.maximumEmptyPages, token != self.landmark else { return false }
        self.stepsSinceLandmark += 1
        if self.stepsSinceLandmark == self.stepLimit {
            self.landmark = token
            self.stepsSinceLandmark = 0
            self.stepLimit *= 2
        }
        return true
    }

    /// Takes note that the window is to be begun again; returns whether it may be.
    mutating func mayRestart() -> Bool {
        self.landmark = nil
        self.stepsSinceLandmark = 0
        self.stepLimit = 1
        self.emptyPages = 0
        self.restarts += 1
        return self.restarts <= Self.maximumRestarts
    }
}
