import Ledger

// What is said about consents in words.
extension CustomerOperations {
    /// A consent that is recorded, or would be.
    static func fields(_ consent: Consent, of customer: CustomerID, isPreview: Bool) -> [OperationResult.Field] {
        var fields = [Self.text("customer", customer.rawValue)]
        // A name is made when it is recorded.
        if !isPreview { fields.append(Self.text("consent", consent.id.rawValue)) }
        fields += [
            Self.text("givenAt", consent.givenAt.rfc3339), Self.text("version", consent.version),
            Self.text("locale", consent.locale), Self.text("storefront", consent.storefront),
        ]
        if let hash = consent.textHash { fields.append(Self.text("textHash", hash)) }
        if let source = consent.source { fields.append(Self.text("source", source)) }
        if let guardian = consent.guardian { fields.append(Self.text("guardian", guardian)) }
        if let weakness = consent.weakness { fields.append(Self.text("warning", weakness)) }
        return fields
    }

    /// What became of a withdrawal.
    static func fields(of customer: CustomerID, withdrawn: ActResult<Consent?>) -> [OperationResult.Field] {
        var fields = [Self.text("customer", customer.rawValue)]
        if let consent = withdrawn.value {
            fields.append(Self.text("consent", consent.id.rawValue))
            if let withdrawal = consent.withdrawal {
                fields.append(Self.text("withdrawnAt", withdrawal.withdrawnAt.rfc3339))
            }
        }
        return fields + OperationResult.fields(of: withdrawn.nothing)
    }

    /// A consent in one line.
    static func line(_ consent: Consent, stands: Bool) -> OperationLine {
        var fields = [
            Self.text("consent", consent.id.rawValue), .init("stands", .flag(stands)),
            Self.text("givenAt", consent.givenAt.rfc3339),
        ]
        if let withdrawal = consent.withdrawal {
            fields.append(Self.text("withdrawnAt", withdrawal.withdrawnAt.rfc3339))
        }
        fields += [
            Self.text("version", consent.version), Self.text("locale", consent.locale),
            Self.text("storefront", consent.storefront), Self.text("recordedBy", consent.recordedBy),
        ]
        if let hash = consent.textHash { fields.append(Self.text("textHash", hash)) }
        return OperationLine(fields)
    }
}
