package import Ledger

extension Session {
    /// Saves a consent of a customer without a withdrawal, and returns whether its ID is new.
    package func insert(_ consent: Consent, of customer: Int64, app: Int64) throws -> Bool {
        try self.change(
            .customers.insertConsent,
            [
                .integer(app), .text(consent.id.rawValue), .integer(customer), .text(consent.textHash ?? ""),
                .text(consent.version), .text(consent.locale), .text(consent.storefront),
                .instant(consent.givenAt), .optionalText(consent.source), .optionalText(consent.guardian),
                .flag(consent.isByGuardian), .instant(consent.recordedAt), .text(consent.recordedBy),
            ]
        ) > 0
    }

    /// Saves the withdrawal of a consent.
    package func put(_ withdrawal: Consent.Withdrawal, of id: ConsentID, app: Int64) throws {
        try self.run(
            .customers.putWithdrawal,
            [
                .instant(withdrawal.withdrawnAt), .optionalText(withdrawal.source), .text(withdrawal.recordedBy),
                .integer(app), .text(id.rawValue),
            ]
        )
    }

    /// Returns a consent, and the number of the customer who gave it.
    package func consent(_ id: ConsentID, app: Int64) throws -> (owner: Int64, consent: Consent)? {
        try self.first(.customers.consentByName, [.integer(app), .text(id.rawValue)], read: Self.consent)
    }

    /// Returns the consents that a customer gave, newest first.
    package func consents(of customer: CustomerID, app: AppName, limit: Int) throws -> [Consent] {
        let consents = try self.people(in: customer, app: app).flatMap { number in
            try self.all(.customers.consents, [.integer(number), .integer(Int64(limit))], read: Self.consent).map(
                \.consent
            )
        }
        return Array(consents.sorted { ($0.givenAt, $0.id) > ($1.givenAt, $1.id) }.prefix(limit))
    }

    private static func consent(_ row: inout Row) throws -> (owner: Int64, consent: Consent) {
        let id = ConsentID(try row.text())
        let owner = try row.integer()
        let textHash = try row.text()
        let version = try row.text()
        let locale = try row.text()
        let storefront = try row.text()
        let givenAt = try row.instant()
        let source = try row.optionalText()
        let guardian = try row.optionalText()
        let isByGuardian = try row.flag()
        let recordedAt = try row.instant()
        let recordedBy = try row.text()
        let withdrawnAt = try row.optionalInstant()
        let withdrawalSource = try row.optionalText()
        let withdrawalBy = try row.optionalText()
        let withdrawal = withdrawnAt.map {
            Consent.Withdrawal(withdrawnAt: $0, source: withdrawalSource, recordedBy: withdrawalBy ?? "")
        }
        let consent = Consent(
            id: id,
            textHash: textHash.isEmpty ? nil : textHash,
            version: version,
            locale: locale,
            storefront: storefront,
            givenAt: givenAt,
            source: source,
            guardian: guardian,
            isByGuardian: isByGuardian,
            recordedAt: recordedAt,
            recordedBy: recordedBy,
            withdrawal: withdrawal
        )
        return (owner, consent)
    }
}
