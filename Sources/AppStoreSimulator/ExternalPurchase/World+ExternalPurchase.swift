extension World {
    /// Changes how the store treats purchases made elsewhere, for tokens made from now on.
    public func setExternalPurchaseConduct(_ conduct: ExternalPurchaseConduct) {
        self.update { $0.externalPurchases.conduct = conduct }
    }

    /// Answers Send External Purchase Report.
    package func answerExternalPurchaseReport(_ body: [UInt8], app: Int) -> (status: Int, body: [UInt8]) {
        self.update { $0.externalPurchases.takeReport(body, app: app, at: $0.now) }
    }

    /// Answers Retrieve External Purchase Report.
    package func answerExternalPurchaseReport(named identifier: String, app: Int) -> (status: Int, body: [UInt8]) {
        self.look { $0.externalPurchases.answer(forReport: identifier, app: app) }
    }
}
