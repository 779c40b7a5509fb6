import Ledger
import Metrics
import PurserService

/// What becomes of purchases that are submitted, by the form in which they come.
struct SubmissionMetrics {
    /// The form in which a purchase is submitted.
    enum Form: String {
        /// A transaction that Apple signed.
        case transaction
        /// An app receipt.
        case receipt
        /// A receipt from before iOS 7.
        case transactionReceipt = "transaction_receipt"
        /// Apple's id of the transaction.
        case transactionID = "transaction_id"
        /// The body could not be read.
        case unreadable
    }

    /// The environment of what does not say one, and of what is refused.
    private static let noEnvironment = "none"

    /// Does the work that takes a purchase in, and counts what became of it: recorded, known before, held, or the code
    /// of the refusal.
    func counting<Answer>(
        _ form: Form,
        in app: AppName,
        _ work: () async throws -> (purchase: SubmittedPurchase, answer: Answer)
    ) async throws -> Answer {
        do {
            let (purchase, answer) = try await work()
            let outcome =
                switch purchase.outcome {
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

    /// Counts a submission that was refused, by the code of its error.
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
