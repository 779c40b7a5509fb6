package import Ledger

extension Session {
    /// Stores a consent; returns `false` when its id exists already.
    package func keep(_ consent: Consent, of customer: CustomerID, app name: AppName) throws -> Bool {
        let app = try self.app(name)
        let number = try self.number(of: customer, app: app)
        let isNew =
            try self.change(
                .customers.insertConsent,
                [
                    .integer(app), .text(consent.id.rawValue), .integer(number), .text(consent.textHash ?? ""),
                    .text(consent.version), .text(consent.locale), .text(consent.storefront),
                    .instant(consent.givenAt), consent.source.map(SQLValue.text) ?? .null,
                    consent.guardian.map(SQLValue.text) ?? .null, .flag(consent.isByGuardian),
                    .instant(consent.recordedAt), .text(consent.recordedBy),
                ]
            ) > 0
        if isNew, let withdrawal = consent.withdrawal { try self.put(withdrawal, of: consent.id, app: app) }
        // Apple's requests may wait for the consent.
        if isNew { try self.wakeRefunds(of: customer, app: name, at: consent.recordedAt) }
        return isNew
    }

    /// Records that a customer withdrew a consent.
    package func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app name: AppName
    ) throws -> Consent? {
        guard let app = try self.knownApp(name) else { return nil }
        let people = try self.people(in: customer, app: name)
        let found = try self.first(.customers.consentByName, [.integer(app), .text(id.rawValue)], read: Self.consent)
        guard let found, people.contains(found.owner) else { return nil }
        var consent = found.consent
        if consent.withdraw(withdrawal) {
            try self.put(withdrawal, of: id, app: app)
            try self.wakeRefunds(of: customer, app: name, at: withdrawal.withdrawnAt)
        }
        return consent
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

    private func put(_ withdrawal: Consent.Withdrawal, of id: ConsentID, app: Int64) throws {
        try self.run(
            .customers.putWithdrawal,
            [
                .instant(withdrawal.withdrawnAt), withdrawal.source.map(SQLValue.text) ?? .null,
                .text(withdrawal.recordedBy), .integer(app), .text(id.rawValue),
            ]
        )
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
