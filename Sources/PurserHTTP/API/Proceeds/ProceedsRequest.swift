import Hummingbird
import Ledger
import PurserService

/// The parameters of a request about proceeds.
struct ProceedsRequest: Sendable {
    /// The maximum number of rates in one request.
    private static let maximumRates = 60

    /// The request.
    private let request: Request
    /// The app of the request.
    let app: AppName
    /// The format of the file, from the path.
    let form: String

    /// Creates the parameters of a request, for the app of its context.
    init(_ request: Request, _ context: AppContext) {
        self.request = request
        self.app = context.app.name
        self.form = context.parameters.get("form") ?? ""
    }

    /// The requested month or days.
    var period: ProceedsPeriod {
        get throws {
            guard try self.text("from") != nil || self.text("to") != nil else { return try self.month }
            guard try self.text("month") == nil else {
                throw RequestFields.invalid("month", "Send either a month, or a first and a last day.")
            }
            let (first, last) = (
                try RequestQuery.day("from", in: self.request), try RequestQuery.day("to", in: self.request)
            )
            guard let first else { throw RequestFields.missing("from") }
            guard let last else { throw RequestFields.missing("to") }
            guard let period = ProceedsPeriod(from: first, through: last) else { throw Problem.proceeds(.daysInvalid) }
            return period
        }
    }

    /// The requested month.
    var month: ProceedsPeriod {
        get throws {
            guard let text = try self.text("month") else { throw RequestFields.missing("month") }
            guard let month = ProceedsPeriod(month: text) else {
                throw RequestFields.invalid("month", "This must be a month: 2026-03")
            }
            return month
        }
    }

    /// Since when the developer is in the Small Business Program, if the request states it.
    var smallBusinessFrom: PacificDay? {
        get throws { try RequestQuery.day("smallBusinessFrom", in: self.request) }
    }

    /// Whether the close includes deferred amounts.
    var wantsDeferred: Bool {
        get throws { try RequestQuery.flag("deferred", in: self.request) }
    }

    /// The names of the bookkeeping accounts: `revenue:4400,receivable:1200`.
    var accounts: [JournalAccount: String] {
        get throws {
            var names: [JournalAccount: String] = [:]
            for part in try self.list("accounts") {
                let words = part.split(separator: ":", maxSplits: 1).map(String.init)
                guard words.count == 2, let account = JournalAccount(rawValue: words[0]) else {
                    let known = JournalAccount.allCases.map(\.rawValue).joined(separator: ", ")
                    throw RequestFields.invalid("accounts", "Send for example revenue:4400, with one of \(known).")
                }
                names[account] = words[1]
            }
            return names
        }
    }

    /// The target currency with the rates; `nil` without a conversion.
    var conversion: (into: String, rates: [ConversionRate])? {
        get throws {
            let rates = try self.list("rate").map { text in
                guard let rate = ConversionRate(spelling: text) else {
                    throw RequestFields.invalid(
                        "rate",
                        "Send the rate, its day and its source: EUR=1.08@2026-03-31:ECB"
                    )
                }
                return rate
            }
            guard rates.count <= Self.maximumRates else {
                throw RequestFields.invalid("rate", "Send at most \(Self.maximumRates) rates.")
            }
            guard let into = try self.text("into") else {
                guard rates.isEmpty else { throw RequestFields.missing("into") }
                return nil
            }
            guard into.isThreeLetterCode else {
                throw RequestFields.invalid("into", "This must be a currency: USD")
            }
            return (into, rates)
        }
    }

    /// The language of the page.
    var language: PageLanguage {
        get throws {
            guard let word = try self.text("language") else { return .english }
            guard let language = PageLanguage(rawValue: word) else {
                throw RequestFields.choice("language", word, known: PageLanguage.allCases.map(\.rawValue))
            }
            return language
        }
    }

    private func text(_ name: String) throws -> String? {
        try RequestQuery.text(name, in: self.request, upTo: 4096)
    }

    private func list(_ name: String) throws -> [String] {
        try self.text(name)?.split(separator: ",").map(String.init) ?? []
    }
}
