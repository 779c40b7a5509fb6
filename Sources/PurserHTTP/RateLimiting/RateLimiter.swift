import HTTPTypes
import Ledger
import PurserService
import Synchronization

/// Counts requests by key and by address, and refuses those beyond the limits.
///
/// Each kind has its own table, so that unknown addresses take no space from keys and customers. The tables are in
/// memory; each process counts separately.
final class RateLimiter: Sendable {
    /// The code of the error for too many recoveries.
    static let recoveryCode = Refusal.recovery.code

    /// The error for a request beyond a limit.
    private struct Refusal {
        static let usual = Self(
            code: "rate_limited",
            detail: "There were too many requests with this key or from this address. Wait, then send fewer at a time."
        )
        static let recovery = Self(
            code: "recovery_rate_limited",
            detail: "This customer has searched for purchases too often. Wait, then try again."
        )

        let code: String
        let detail: String
    }

    /// A customer of an app.
    private struct Customer: Hashable {
        let app: AppName
        let id: CustomerID
    }

    /// A chain of an app.
    private struct Chain: Hashable {
        let app: AppName
        let id: OriginalTransactionID
    }

    /// The tables, one for each kind.
    private struct Tables {
        var key: RateLimitTable<String>
        var address: RateLimitTable<NetworkAddress>
        var apple: RateLimitTable<NetworkAddress>
        var minting: RateLimitTable<NetworkAddress>
        var telemetry: RateLimitTable<NetworkAddress>
        var recovery: RateLimitTable<Customer>
        var receipt: RateLimitTable<Chain>
        var unknownSigner: RateLimitTable<NetworkAddress>
    }

    private let now: @Sendable () -> Instant
    private let tables: Mutex<Tables>

    /// Creates a limiter with these limits; `now` is real time.
    init(limits: RateLimits, now: @escaping @Sendable () -> Instant) {
        self.now = now
        self.tables = Mutex(
            Tables(
                key: RateLimitTable(limits.key),
                address: RateLimitTable(limits.address),
                apple: RateLimitTable(limits.apple),
                minting: RateLimitTable(limits.minting),
                telemetry: RateLimitTable(limits.telemetry),
                recovery: RateLimitTable(limits.recovery),
                receipt: RateLimitTable(limits.receipt),
                unknownSigner: RateLimitTable(limits.unknownSigner)
            )
        )
    }

    /// Counts a request with a key.
    func count(key: String) throws {
        try self.count { $0.key.take(key, at: $1) }
    }

    /// Counts a request from an address.
    func count(address: NetworkAddress) throws {
        try self.count { $0.address.take(address.network, at: $1) }
    }

    /// Counts a request from an address where Apple's notifications arrive.
    func count(apple address: NetworkAddress) throws {
        try self.count { $0.apple.take(address.network, at: $1) }
    }

    /// Counts a new customer from an address.
    func count(minting address: NetworkAddress) throws {
        try self.count { $0.minting.take(address.network, at: $1) }
    }

    /// Counts a batch of an app's reports from an address.
    func count(telemetry address: NetworkAddress) throws {
        try self.count { $0.telemetry.take(address.network, at: $1) }
    }

    /// Counts certificates from an address that were never verified before.
    func count(unknownSignerFrom address: NetworkAddress) throws {
        try self.count { $0.unknownSigner.take(address.network, at: $1) }
    }

    /// Counts a customer's search for a purchase.
    func count(recovery customer: CustomerID, in app: AppName) throws {
        try self.count(.recovery) { $0.recovery.take(Customer(app: app, id: customer), at: $1) }
    }

    /// Counts a verifyReceipt request about a chain.
    func count(receiptOf original: OriginalTransactionID, in app: AppName) throws {
        try self.count { $0.receipt.take(Chain(app: app, id: original), at: $1) }
    }

    /// Throws an error if the client has to wait.
    private func count(_ refusal: Refusal = .usual, _ take: (inout Tables, Instant) -> Int?) throws {
        let now = self.now()
        guard let seconds = self.tables.withLock({ take(&$0, now) }) else { return }
        throw Problem(.tooManyRequests, code: refusal.code, refusal.detail, retryAfterSeconds: seconds)
    }
}
