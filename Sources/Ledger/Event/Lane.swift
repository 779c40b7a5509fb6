/// Where events are numbered: one after the other for each customer, and for each chain as long as nobody owns it.
package struct Lane: Hashable, Sendable {
    /// Whose events these are.
    package enum Subject: Hashable, Sendable {
        /// A customer's, of every environment.
        case customer(CustomerID)
        /// A chain's of one environment, named by the first of its original transaction ids that became known.
        case chain(StoreEnvironment, OriginalTransactionID)
        /// One of Apple's notifications, for those to whom it is passed on untouched; it holds no events.
        case notification(EvidenceDigest)
    }

    /// The app.
    package let app: AppName
    /// Whose events these are.
    package let subject: Subject

    /// The lane of a subject in an app.
    package init(app: AppName, subject: Subject) {
        self.app = app
        self.subject = subject
    }
}
