import AppStore
package import Ledger

extension OperatorService {
    /// A secret that an operator enters into an app, before it is stored.
    package struct SecondFactorOffer: Hashable, Sendable {
        /// The secret in Base32.
        package let text: String
        /// The address by which an app takes the secret over.
        package let address: String
        /// The secret, encrypted for the operator, which the form sends back.
        package let sealed: String
    }

    /// Creates a secret for a second factor, which nothing stores yet.
    package func offerSecondFactor(to account: OperatorAccount) throws(OperatorError) -> SecondFactorOffer {
        guard account.secondFactor == nil else { throw .secondFactorPresent }
        return try self.offer(self.ambient.randomBytes(OneTimeCode.secretByteCount), to: account.name)
    }

    /// Returns an offer that a form sent back, to show it again.
    package func offer(
        again sealed: String,
        to account: OperatorAccount
    ) throws(OperatorError) -> SecondFactorOffer {
        guard let secret = try self.secret(sealed, of: account.name) else {
            return try self.offerSecondFactor(to: account)
        }
        return try self.offer(secret, to: account.name)
    }

    /// Stores an offered secret once the operator has entered a code that an app computed from it, and their password;
    /// their other sessions end.
    package func addSecondFactor(
        _ sealed: String,
        code: String,
        password: String,
        in current: CurrentSession,
        from browser: Browser
    ) async throws(OperatorError) {
        let name = current.account.name
        try await self.reauthenticate(current.account, password, from: browser)
        guard let secret = try self.secret(sealed, of: name),
            let step = OneTimeCode.step(of: code, secret: secret, at: self.ambient.now(), after: 0)
        else { throw .codeWrong }
        let factor = OperatorAccount.SecondFactor(
            sealedSecret: try self.seal.seal(secret, for: name),
            usedStep: step
        )
        let isStored = try await self.write { unit in
            guard var account = try unit.operatorAccount(name), account.secondFactor == nil else { return false }
            account.secondFactor = factor
            try unit.save(account)
            try unit.deleteOperatorSessions(of: name, except: current.session.digest)
            let origin = RequestOrigin(name: name.rawValue)
            try self.audit.add(self.record(.operatorAddSecondFactor, account, by: origin), to: unit)
            return true
        }
        guard isStored else { throw .secondFactorPresent }
    }

    /// Removes the second factor of an operator who enters their password.
    package func removeSecondFactor(
        password: String,
        in current: CurrentSession,
        from browser: Browser
    ) async throws(OperatorError) {
        let name = current.account.name
        try await self.reauthenticate(current.account, password, from: browser)
        let isRemoved = try await self.write { unit in
            guard var account = try unit.operatorAccount(name), account.secondFactor != nil else { return false }
            account.secondFactor = nil
            try unit.save(account)
            let origin = RequestOrigin(name: name.rawValue)
            try self.audit.add(self.record(.operatorRemoveSecondFactor, account, by: origin), to: unit)
            return true
        }
        guard isRemoved else { throw .secondFactorMissing }
    }

    private func offer(_ secret: [UInt8], to name: OperatorName) throws(OperatorError) -> SecondFactorOffer {
        let text = OneTimeCode.base32(secret)
        let label = name.rawValue.replacing("@", with: "%40").replacing("+", with: "%2B")
        return SecondFactorOffer(
            text: text,
            address: "otpauth://totp/Purser:\(label)?secret=\(text)&issuer=Purser",
            sealed: String(decoding: Base64URL.encode(try self.seal.seal(secret, for: name)), as: UTF8.self)
        )
    }

    private func secret(_ sealed: String, of name: OperatorName) throws(OperatorError) -> [UInt8]? {
        guard let bytes = Base64URL.decode(sealed.utf8) else { return nil }
        return try self.seal.open(bytes, for: name)
    }
}
