package import AppStore
package import Ledger

extension Doctor {
    /// An app's access to App Store Connect.
    package struct ConnectCredentials: Sendable {
        let app: AppName
        let client: ConnectClient
        let vendorNumber: String
        let today: PacificDay

        /// An access to be examined.
        ///
        /// - Parameters:
        ///   - app: The app.
        ///   - client: Asks with the key of its team.
        ///   - vendorNumber: The configured vendor number.
        ///   - today: The day, which decides for which reports is asked.
        package init(app: AppName, client: ConnectClient, vendorNumber: String, today: PacificDay) {
            self.app = app
            self.client = client
            self.vendorNumber = vendorNumber
            self.today = today
        }
    }

    /// That the key files for App Store Connect are there: the configuration would not have been read otherwise.
    func connectKeyFindings() -> [DoctorFinding] {
        self.connects.map { credentials in
            DoctorFinding(
                .key,
                .ok,
                app: credentials.app,
                "The key file for App Store Connect is there, and only its owner may read it."
            )
        }
    }

    /// What App Store Connect answers: whether it takes the key and the vendor number, and what the key's role may see.
    func connectFindings(_ credentials: ConnectCredentials) async -> [DoctorFinding] {
        // A role that may not see storefronts is a role all the same: that the key is taken is what counts here.
        let keyError = await Self.error { () throws(ConnectError) in
            _ = try await credentials.client.send(.territories(), within: Self.requestDeadline)
        }
        if let keyError {
            guard case .forbidden = keyError else { return [Self.finding(credentials, keyError)] }
        }
        let day = credentials.today + -2
        guard let date = ReportDate(reported: day.text), let sales = ConnectSalesReport(.sales, of: .day(date)) else {
            return []
        }
        let salesError = await Self.error { () throws(ConnectError) in
            _ = try await credentials.client.salesReport(
                sales,
                vendorNumber: credentials.vendorNumber,
                within: Self.requestDeadline
            )
        }
        if let salesError { return [Self.finding(credentials, salesError)] }
        var findings = [
            DoctorFinding(
                .connect,
                .ok,
                app: credentials.app,
                "App Store Connect takes the key and the vendor number, and shows sales reports."
            )
        ]
        let month = FiscalMonth(of: credentials.today) + -2
        guard
            let finance = ConnectFinanceReport(.summary, fiscalYear: month.year, fiscalMonth: month.month)
        else { return findings }
        let financeError = await Self.error { () throws(ConnectError) in
            _ = try await credentials.client.send(
                .financeReport(finance, vendorNumber: credentials.vendorNumber),
                within: Self.requestDeadline
            )
        }
        if case .forbidden? = financeError {
            findings.append(
                DoctorFinding(
                    .connectFinanceClosed,
                    .warning,
                    app: credentials.app,
                    "The key's role shows sales reports, and no finance reports.",
                    remedy: "Give the key the role Finance in App Store Connect, Users and Access, Integrations."
                )
            )
        }
        return findings
    }

    /// What is in the way; `nil` where an answer came, or where there is no such report.
    private static func error(_ work: () async throws(ConnectError) -> Void) async -> ConnectError? {
        do throws(ConnectError) {
            try await work()
            return nil
        } catch {
            switch error {
            case .noSales, .notYetAvailable, .gone: return nil
            default: return error
            }
        }
    }

    private static func finding(_ credentials: ConnectCredentials, _ error: ConnectError) -> DoctorFinding {
        let map = "apps.\(credentials.app.rawValue).appStoreConnect"
        func finding(_ code: DoctorFinding.Kind, _ text: String, _ remedy: String) -> DoctorFinding {
            DoctorFinding(code, .error, app: credentials.app, text, remedy: remedy)
        }
        switch error {
        case .unauthorized:
            return finding(
                .connectKeyRefused,
                "App Store Connect does not take the key.",
                "Compare issuerId and keyId of \(map) with App Store Connect, Users and Access, Integrations, App "
                    + "Store Connect API, Team Keys; a revoked key has to be replaced. Check the clock too."
            )
        case .forbidden:
            return finding(
                .connectRoleInsufficient,
                "The key may not have sales reports of vendor \(credentials.vendorNumber).",
                "It must be a team key with the role Finance, or Sales, and vendorNumber of \(map) the team's own."
            )
        case .refused, .notFound, .requestInvalid:
            return finding(
                .connectVendorRefused,
                "App Store Connect does not take the vendor number \(credentials.vendorNumber): \(error.code).",
                "Compare vendorNumber of \(map) with App Store Connect, Payments and Financial Reports."
            )
        case .agreementMissing:
            return finding(
                .connectAgreementMissing,
                "App Store Connect answers nothing until an agreement is accepted.",
                "The account's holder accepts it in App Store Connect, Business."
            )
        case .unreachable:
            return finding(
                .appleUnreachable,
                "App Store Connect cannot be reached.",
                "Let the machine reach api.appstoreconnect.apple.com on port 443, and try again: purser doctor"
            )
        default:
            return finding(
                .appleFailed,
                "App Store Connect answered nothing of use: \(error.code).",
                "Try again later: purser doctor"
            )
        }
    }
}
