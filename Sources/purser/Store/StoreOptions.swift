import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// What every command takes that changes one thing in the store or the books, or shows it, and the way it does.
struct StoreOptions: ParsableArguments {
    @OptionGroup var change: ChangeOptions

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    /// Asks something of the App Store.
    func run(_ deed: StoreTask.Deed) async throws {
        let listing: Listing? = if case .extensions = deed { .extensions } else { nil }
        try await self.run(question: "Do it? It cannot be undone.", listing: listing) {
            StoreTask(deed, in: $0)
        } unserved: {
            StoreOperations(desk: $0.storeDesk, audit: $0.audit)
        }
    }

    /// Does or shows something about a customer.
    func run(_ deed: CustomerTask.Deed, question: String = "Do it?") async throws {
        try await self.run(question: question, listing: Listing.customers(deed)) {
            CustomerTask(deed, in: $0)
        } unserved: {
            CustomerOperations(
                desk: CustomerDesk(
                    repository: $0.repository,
                    ambient: $0.ambient,
                    audit: $0.audit,
                    store: $0.storeDesk
                ),
                apps: $0.apps
            )
        }
    }

    /// Shows orders or does something about them.
    func run(_ deed: OrderTask.Deed) async throws {
        if case .block = deed, self.change.reason?.isEmpty ?? true {
            StandardStream.error.write(line: "Say why: --reason \"...\"")
            throw ExitStatus.wrongUsage.error
        }
        try await self.run(question: "Do it?", listing: Listing.orders(deed)) {
            OrderTask(deed, in: $0)
        } unserved: {
            OrderOperations(
                desk: OrderDesk(repository: $0.repository, ambient: $0.ambient),
                apps: $0.apps
            )
        }
    }

    /// Shows which old forms are still used.
    func run(days: Int64, isChinese: Bool) async throws {
        try await self.run(question: "", tables: ["forms": .forms], in: isChinese ? .simplifiedChinese : .english) {
            MovingOverTask(days: days, isChinese: isChinese, in: $0)
        } unserved: {
            MovingOverOperations(
                desk: MovingOverDesk(repository: $0.repository, ambient: $0.ambient),
                apps: $0.apps
            )
        }
    }

    /// Gives, shows or takes back rights given by hand.
    func run(_ deed: GrantTask.Deed, of customer: String) async throws {
        guard let customer = CustomerID(customer) else {
            StandardStream.error.write(line: CustomerID.requirement)
            throw ExitStatus.wrongUsage.error
        }
        if deed != .list, self.change.reason?.isEmpty ?? true {
            StandardStream.error.write(line: "Say why: --reason \"...\"")
            throw ExitStatus.wrongUsage.error
        }
        try await self.run(question: "Do it?", listing: deed == .list ? .grants : nil) {
            GrantTask(deed, of: customer, in: $0)
        } unserved: {
            GrantOperations(
                desk: GrantDesk(repository: $0.repository, ambient: $0.ambient),
                apps: $0.apps
            )
        }
    }

    /// Shows wallets, or gives and corrects coins by hand.
    func run(_ deed: WalletTask.Deed, of customer: String, _ environment: StoreEnvironment) async throws {
        guard let customer = CustomerID(customer) else {
            StandardStream.error.write(line: CustomerID.requirement)
            throw ExitStatus.wrongUsage.error
        }
        func task(_ app: AppName) -> WalletTask { WalletTask(deed, of: customer, environment, in: app) }
        if task(AppName("")).isChange, self.change.reason?.isEmpty ?? true {
            StandardStream.error.write(line: "Say why: --reason \"...\"")
            throw ExitStatus.wrongUsage.error
        }
        try await self.run(question: "Do it?", listing: Listing.wallets(deed), task: task) {
            WalletOperations(
                desk: WalletDesk(repository: $0.repository, ambient: $0.ambient),
                apps: $0.apps
            )
        }
    }

    /// Shows what a task is about and asks, if it changes something; then does it, through the server where one runs.
    ///
    /// `unserved` does it on books that no server runs on.
    private func run<Work: OperatorWork>(
        question: String,
        listing: Listing? = nil,
        tables: [String: Listing] = [:],
        in language: Language = .english,
        task: (AppName) -> Work.Task,
        unserved: (UnservedBooks) -> Work
    ) async throws {
        let configuration = try self.change.configuration.load()
        let task = task(try configuration.chosenApp(self.change.app).name)
        try await OperatorAccess.with(configuration, need: .books) { access, client in
            let way: (_ isPreview: Bool, @escaping Operations.Report) async -> Void
            switch access {
            case .server(let server):
                way = { await server.run(task, isPreview: $0, reason: self.change.reason, report: $1) }
            case .file(let database):
                let work = unserved(
                    try await UnservedBooks(database, configuration, clock: self.change.clock.address, client: client)
                )
                way = { isPreview, report in
                    await work.run(
                        task,
                        isPreview: isPreview,
                        by: OperatorPeer.current.name,
                        reason: self.change.reason,
                        report: report
                    )
                }
            }
            if task.isChange, !self.change.yes {
                // A program reads what came of it, and nothing that was asked before.
                let preview = OperationDisplay(isJSON: false, to: self.json ? .error : .output)
                await way(true) { preview.take($0) }
                try preview.finish()
                try Confirmation.ask(question)
            }
            let display = OperationDisplay(isJSON: self.json, listing: listing, tables: tables, in: language)
            await way(false) { display.take($0) }
            try display.finish()
        }
    }
}
