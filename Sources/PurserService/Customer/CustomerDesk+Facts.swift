package import Ledger

extension CustomerDesk {
    /// Takes down what a shop says of a customer, and returns what counts then.
    package func state(
        _ facts: [CustomerFact],
        of customer: CustomerID,
        in app: ServedApp,
        isPreview: Bool = false
    ) async throws(CustomerError) -> CustomerFacts {
        let customer = try self.named(customer)
        return try await self.books { books throws(RepositoryError) in
            if !isPreview { try await books.state(facts, of: customer, app: app.name) }
            var all = try await books.facts(of: customer, app: app.name)
            if isPreview { for fact in facts { all.hear(fact) } }
            return all
        }
    }

    /// Takes down that a customer agreed; without an id it gets one.
    package func consent(
        _ make: (ConsentID) -> Consent,
        id: ConsentID?,
        of customer: CustomerID,
        in app: ServedApp,
        isPreview: Bool = false
    ) async throws(CustomerError) -> Consent {
        let customer = try self.named(customer)
        let consent = make(id ?? ConsentID(self.freshName()))
        let known = try await self.consents(of: customer, in: app).first { $0.id == consent.id }
        if let known {
            // The same words again are an answer that got lost.
            guard known.isSameWord(as: consent) else { throw .knownConsent }
            return known
        }
        guard !isPreview else { return consent }
        let isNew = try await self.books { books throws(RepositoryError) in
            try await books.keep(consent, of: customer, app: app.name)
        }
        guard isNew else { throw .knownConsent }
        return consent
    }

    /// Takes down that a customer does not agree any more, and returns the consent as it is then.
    package func withdraw(
        _ id: ConsentID,
        of customer: CustomerID,
        at instant: Instant?,
        source: String?,
        in app: ServedApp,
        by origin: ActOrigin,
        isPreview: Bool = false
    ) async throws(CustomerError) -> Consent {
        let withdrawal = Consent.Withdrawal(
            withdrawnAt: instant ?? self.ambient.now(),
            source: source,
            recordedBy: origin.name
        )
        let found: Consent?
        if isPreview {
            found = try await self.consents(of: customer, in: app).first { $0.id == id }.map { consent in
                var changed = consent
                _ = changed.withdraw(withdrawal)
                return changed
            }
        } else {
            found = try await self.books { books throws(RepositoryError) in
                try await books.withdraw(id, withdrawal, of: customer, app: app.name)
            }
        }
        guard let found else { throw .unknownConsent }
        return found
    }

    /// The consents that a customer gave, newest first.
    package func consents(
        of customer: CustomerID,
        in app: ServedApp
    ) async throws(CustomerError) -> [Consent] {
        try await self.books { books throws(RepositoryError) in
            try await books.consents(of: customer, app: app.name, limit: Self.longestList)
        }
    }

    /// The consent of these that stands now.
    package func standing(among consents: [Consent]) -> Consent? {
        Consent.standing(among: consents, at: self.ambient.now())
    }
}
