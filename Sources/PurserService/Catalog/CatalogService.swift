package import Ledger

/// The use cases of catalogs: applies catalogs and stores each version, so that every version can be read and applied
/// again.
package struct CatalogService: Sendable {
    /// The result of reading the configured file at the start.
    package enum Start: Hashable, Sendable {
        /// The file is the current catalog; it was recorded as a version now, unless it was the newest version before.
        case applied(CatalogVersion)
        /// The file has not been edited since it was recorded, and another catalog was applied after it, which stays
        /// current.
        case superseded(by: CatalogVersion)
    }

    /// The maximum number of attempts after another writer took the version number.
    private static let maximumTries = 20
    /// The number of versions read at once.
    fileprivate static let pageCount = 100
    /// The operator name under which the configured file is applied.
    private static let configurationName = "configuration"

    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog
    private let apps: [AppName: LiveCatalog]

    /// Creates the service of these apps.
    ///
    /// - Parameters:
    ///   - repository: Stores the versions.
    ///   - ambient: Real time, because operators act in real time.
    ///   - audit: The audit log, dated by the ledger's time; if none is given, by real time.
    ///   - apps: The apps, whose live catalogs follow what is applied.
    package init(
        repository: any Repository,
        ambient: Ambient,
        audit: AuditLog? = nil,
        apps: [ServedApp]
    ) {
        self.init(
            repository: repository,
            ambient: ambient,
            audit: audit,
            live: Dictionary(apps.map { ($0.name, $0.live) }) { first, _ in first }
        )
    }

    /// Creates the service of apps that the server does not serve now, each with its live catalog.
    package init(
        repository: any Repository,
        ambient: Ambient,
        audit: AuditLog? = nil,
        live: [AppName: LiveCatalog]
    ) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit ?? AuditLog(repository: repository, ambient: ambient)
        self.apps = live
    }

    /// Makes the newest version current, after recording the configured file if it was edited since it was recorded
    /// last.
    ///
    /// The file becomes current whenever its contents were not current since it was recorded last. A file that was
    /// recorded and then superseded by a command does not become current again by itself; otherwise each restart would
    /// undo the command.
    ///
    /// If several nodes share the database (`isShared`), a file whose contents were ever current does not become
    /// current again by itself either: it may be on a node that has not received the new file yet.
    package func start(
        _ file: CatalogFile,
        of app: AppName,
        isShared: Bool = false
    ) async throws(CatalogServiceError) -> Start {
        let live = try self.live(app)
        let digest = file.text.digest
        for _ in 0..<Self.maximumTries {
            let known = try await self.asking { view in
                try view.recordedCatalogs(of: app, sinceConfigured: !isShared, besides: digest)
            }
            guard let newest = known.versions.first, known.versions.contains(where: { $0.digest == digest }) else {
                let number = (known.versions.first?.number ?? 0) + 1
                let version = self.version(number, of: file, app, by: Self.configurationName, .configuration, note: nil)
                guard try await self.keep(version, text: file.text) else { continue }
                live.put(file.catalog, as: version)
                return .applied(version)
            }
            if newest.digest == digest {
                live.put(file.catalog, as: newest)
                return .applied(newest)
            }
            live.put(try Self.file(known.newest, newest.number).catalog, as: newest)
            return .superseded(by: newest)
        }
        throw .busy
    }

    /// Makes the newest version current, whichever node applied it; returns it if another version was current before.
    package func refresh(_ app: AppName) async throws(CatalogServiceError) -> CatalogVersion? {
        let live = try self.live(app)
        let number = live.current.version?.number ?? 0
        let known = try await self.asking { view in
            try view.newestCatalog(of: app) { $0.number > number }
        }
        guard let newest = known.version, newest.number > number else { return nil }
        live.put(try Self.file(known.text, newest.number).catalog, as: newest)
        return newest
    }

    /// Returns what applying a catalog would change; `name` is the catalog's name in messages.
    package func preview(
        _ text: CatalogText,
        name: String,
        of app: AppName
    ) throws(CatalogServiceError) -> CatalogPreview {
        let current = try self.live(app).current
        let file: CatalogFile
        do {
            file = try CatalogFile(text: text, file: name)
        } catch {
            throw .wrong(error)
        }
        return CatalogPreview(
            file: file,
            isSame: file.text.digest == current.version?.digest,
            current: current.version,
            comparison: CatalogComparison(from: current.catalog, to: file.catalog)
        )
    }

    /// Applies a catalog at once, or changes nothing if it has a mistake.
    ///
    /// Applying the current catalog is no change and creates no version.
    package func apply(
        _ text: CatalogText,
        name: String,
        of app: AppName,
        by operatorName: String,
        reason: String?
    ) async throws(CatalogServiceError) -> (version: CatalogVersion, preview: CatalogPreview) {
        let live = try self.live(app)
        for _ in 0..<Self.maximumTries {
            // Another node may have applied a version meanwhile.
            _ = try await self.refresh(app)
            let preview = try self.preview(text, name: name, of: app)
            if preview.isSame, let current = preview.current {
                do {
                    try await self.audit.add(Self.record(current, preview.comparison, operatorName, reason), .nothing)
                } catch {
                    throw .storage(error)
                }
                return (current, preview)
            }
            // Where another node applies one before this is stored, the number is taken.
            let version = self.version(
                (preview.current?.number ?? 0) + 1,
                of: preview.file,
                app,
                by: operatorName,
                .command,
                note: reason
            )
            let record = Self.record(version, preview.comparison, operatorName, reason)
            guard try await self.keep(version, text: text, entering: record) else { continue }
            live.put(preview.file.catalog, as: version)
            return (version, preview)
        }
        throw .busy
    }

    /// Returns the current catalog with its version.
    package func current(of app: AppName) throws(CatalogServiceError) -> LiveCatalog.Current {
        try self.live(app).current
    }

    /// Lists the versions of an app, newest first.
    package func versions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(CatalogServiceError) -> [CatalogVersion] {
        _ = try self.live(app)
        return try await self.asking { view in try view.catalogVersions(of: app, before: number, limit: limit) }
    }

    /// Returns the text of a version.
    package func text(_ number: Int64, of app: AppName) async throws(CatalogServiceError) -> CatalogText {
        _ = try self.live(app)
        let text = try await self.asking { view in try view.catalogText(number, of: app) }
        guard let text else { throw .unknownVersion(number) }
        return text
    }

    /// Returns a version with its text.
    package func version(
        _ number: Int64,
        of app: AppName
    ) async throws(CatalogServiceError) -> (version: CatalogVersion, text: CatalogText) {
        _ = try self.live(app)
        let found = try await self.asking { view -> (CatalogVersion, CatalogText)? in
            let before = number < .max ? number + 1 : number
            let version = try view.catalogVersions(of: app, before: before, limit: 1).first
            guard let version, version.number == number, let text = try view.catalogText(number, of: app) else {
                return nil
            }
            return (version, text)
        }
        guard let found else { throw .unknownVersion(number) }
        return found
    }

    /// Reads a version's text again.
    private static func file(_ text: CatalogText?, _ number: Int64) throws(CatalogServiceError) -> CatalogFile {
        guard let text else { throw .unknownVersion(number) }
        do {
            return try CatalogFile(text: text, file: "catalog \(number)")
        } catch {
            throw .wrong(error)
        }
    }

    /// Reads the ledger, and throws its errors as errors of this service.
    private func asking<Answer: Sendable>(
        name: StaticString = #function,
        _ question: @escaping @Sendable (any ReadView) throws -> Answer
    ) async throws(CatalogServiceError) -> Answer {
        do throws(RepositoryError) {
            return try await self.repository.read(name: name, question)
        } catch {
            throw .storage(error)
        }
    }

    private func version(
        _ number: Int64,
        of file: CatalogFile,
        _ app: AppName,
        by name: String,
        _ origin: CatalogVersion.Origin,
        note: String?
    ) -> CatalogVersion {
        CatalogVersion(
            app: app,
            number: number,
            digest: file.text.digest,
            appliedAt: self.ambient.now(),
            appliedBy: name,
            origin: origin,
            note: note
        )
    }

    /// Stores a version together with its audit entry, unless another writer took its number, so that no catalog
    /// becomes current without an entry.
    private func keep(
        _ version: CatalogVersion,
        text: CatalogText,
        entering record: AuditRecord? = nil
    ) async throws(CatalogServiceError) -> Bool {
        do throws(RepositoryError) {
            return try await self.audit.enter(record) { (isKept: Bool) in
                isKept ? .done : nil
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in try unit.keep(version, text: text) }
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the audit record of an applied catalog.
    private static func record(
        _ version: CatalogVersion,
        _ comparison: CatalogComparison,
        _ operatorName: String,
        _ reason: String?
    ) -> AuditRecord {
        AuditRecord(
            by: operatorName,
            .catalogApply,
            on: version.app.rawValue,
            reason: reason,
            details: [
                "version": "\(version.number)", "digest": version.digest.rawValue,
                "changes": "\(comparison.changes.count)", "losses": "\(comparison.losses.count)",
            ]
        )
    }

    private func live(_ app: AppName) throws(CatalogServiceError) -> LiveCatalog {
        guard let live = self.apps[app] else { throw .unknownApp(app) }
        return live
    }
}

extension ReadView {
    /// Returns an app's versions, newest first, and the text of the newest one unless it has this digest; with
    /// `sinceConfigured` back to the last one that the configuration recorded, otherwise all.
    fileprivate func recordedCatalogs(
        of app: AppName,
        sinceConfigured: Bool,
        besides digest: CatalogDigest
    ) throws -> (versions: [CatalogVersion], newest: CatalogText?) {
        var versions: [CatalogVersion] = []
        while true {
            let page = try self.catalogVersions(
                of: app,
                before: versions.last?.number,
                limit: CatalogService.pageCount
            )
            if sinceConfigured, let place = page.firstIndex(where: { $0.origin == .configuration }) {
                versions += page[...place]
                break
            }
            versions += page
            if page.count < CatalogService.pageCount { break }
        }
        guard let newest = versions.first, newest.digest != digest else { return (versions, nil) }
        return (versions, try self.catalogText(newest.number, of: app))
    }

    /// Returns an app's newest version, with its text if that is wanted.
    func newestCatalog(
        of app: AppName,
        isTextWanted: (CatalogVersion) -> Bool = { _ in true }
    ) throws -> (version: CatalogVersion?, text: CatalogText?) {
        let version = try self.catalogVersions(of: app, before: nil, limit: 1).first
        guard let version, isTextWanted(version) else { return (version, nil) }
        return (version, try self.catalogText(version.number, of: app))
    }
}

/// The reason why a catalog was not applied or read.
package enum CatalogServiceError: Error, Hashable, Sendable {
    /// The server serves no app with this name.
    case unknownApp(AppName)
    /// The catalog has mistakes.
    case wrong(ValidationIssues)
    /// No version has this number.
    case unknownVersion(Int64)
    /// Other writers applied catalogs at the same time and took every number first.
    case busy
    /// The database failed.
    case storage(RepositoryError)

    /// The stable error code.
    package var code: String {
        switch self {
        case .unknownApp: "app_unknown"
        case .wrong: "catalog_invalid"
        case .unknownVersion: "catalog_version_unknown"
        case .busy: "catalog_busy"
        case .storage(let error): error.code
        }
    }
}
