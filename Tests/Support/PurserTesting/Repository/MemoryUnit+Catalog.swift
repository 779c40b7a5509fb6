import Ledger

extension MemoryUnit {
    /// Stores a version with its text if its number follows the newest of its app.
    func keep(_ version: CatalogVersion, text: CatalogText) throws -> Bool {
        self.open { memory in
            let newest = memory.catalogs.last { $0.version.app == version.app }?.version.number ?? 0
            guard version.number == newest + 1 else { return false }
            memory.catalogs.append((version, text))
            return true
        }
    }

    /// The versions of an app, newest first.
    func catalogVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) throws -> [CatalogVersion] {
        self.open { memory in
            let versions = memory.catalogs.map(\.version).filter { $0.app == app && $0.number < number ?? .max }
            return Array(versions.reversed().prefix(limit))
        }
    }

    /// The text of a version.
    func catalogText(_ number: Int64, of app: AppName) throws -> CatalogText? {
        self.open { memory in
            memory.catalogs.first { $0.version.app == app && $0.version.number == number }?.text
        }
    }
}
