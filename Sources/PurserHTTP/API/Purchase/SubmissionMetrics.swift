import Ledger
import Metrics
import PurserService

/// The metrics of submitted purchases, by their form.
struct SubmissionMetrics {
    /// The form of a submitted purchase.
    enum Form: String {
        /// A signed transaction.
        case transaction
        /// An app receipt.
        case receipt
        /// A receipt from before iOS 7.
        case transactionReceipt = "transaction_receipt"
        /// Apple's id of a transaction.
        case transactionID = "transaction_id"
        /// An unreadable body.
        case unreadable
    }

    /// The environment label of submissions without one, and of refused ones.
    private static let noEnvironment = "none"

    /// Runs a submission and counts its outcome: recorded, known before, expired, held, or the code of the error.
    func counting<Answer>(
        _ form: Form,
        in app: AppName,
        _ work: () async throws -> (purchase: SubmittedPurchase, answer: Answer)
    ) async throws -> Answer {
        do {
            let (purchase, answer) = try await work()
            let outcome =
                switch purchase.outcome {
                case .recorded where purchase.isExpired: "expired"
                case .recorded(let recorded): recorded.isNew ? "recorded" : "known"
                case .held: "held"
                }
            Self.count(form, outcome, purchase.environment, app)
            return answer
        } catch {
            self.noteRefusal(error, form, in: app)
            throw error
        }
    }

    /// Counts a refused submission by the code of its error.
    func noteRefusal(_ error: any Error, _ form: Form, in app: AppName) {
        guard let code = Problem.code(of: error) else { return }
        Self.count(form, code, nil, app)
    }

    private static func count(_ form: Form, _ outcome: String, _ environment: StoreEnvironment?, _ app: AppName) {
        Counter(
            label: "purser_submissions_total",
            dimensions: [
                ("app", app.rawValue), ("environment", environment?.rawValue ?? Self.noEnvironment),
                ("form", form.rawValue), ("outcome", outcome),
            ]
        ).increment()
    }
}
