import AppStore
import Ledger
import Logging
import PurserService

/// What a server does with App Store Connect, put together from the configuration.
struct ConnectAssembly {
    /// App Store Connect, by the apps that have a key for it.
    let clients: [AppName: ConnectClient]
    /// Keeps Apple's reports, and knows whose they must be.
    let reports: ReportService
    /// What fetches the reports of the apps that have a key.
    let fetches: [AppName: ReportFetch]

    /// Builds it for these apps.
    init(
        _ apps: [Configuration.App],
        connection: AppStoreConnection,
        repository: any Repository,
        ambient: Ambient,
        logger: Logger
    ) throws {
        let accounts = apps.map { app in
            let access = app.appStoreConnect
            return (app.name, ReportAccount(vendor: access?.vendorNumber, sku: access?.sku))
        }
        self.reports = ReportService(
            repository: repository,
            ambient: ambient,
            accounts: Dictionary(accounts) { first, _ in first }
        )
        var clients: [AppName: ConnectClient] = [:]
        var fetches: [AppName: ReportFetch] = [:]
        for app in apps {
            guard let access = app.appStoreConnect, let client = try connection.connectClient(of: app, among: apps)
            else { continue }
            clients[app.name] = client
            fetches[app.name] = ReportFetch(
                of: app.name,
                client: client,
                vendor: access.vendorNumber,
                reports: self.reports,
                repository: repository,
                ambient: ambient,
                logger: logger
            )
        }
        self.clients = clients
        self.fetches = fetches
    }
}
