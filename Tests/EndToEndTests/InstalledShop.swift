import AppStore
import Foundation
import PurserTesting
import Testing

/// A shop as `purser init` installs it, which trusts an authority of ours.
struct InstalledShop {
    /// The working directory of the commands.
    ///
    /// The shop is the folder `shop` in it.
    let folder: TemporaryFolder
    /// Signs what the shop believes.
    let authority: SigningAuthority

    init() throws {
        self.folder = try TemporaryFolder()
        self.authority = try SigningAuthority()
        try RunningServer.prepare(self.folder, root: self.authority.root)
    }

    /// Runs a command with the shop's configuration.
    func run(_ arguments: [String]) throws -> Binary.Run {
        try Binary.run(arguments + ["--config", "shop/purser.yaml"], in: self.folder)
    }

    /// Changes the configuration, which has to be another one then.
    func configure(_ change: (String) -> String) throws {
        try self.folder.change("shop/purser.yaml", change)
    }

    /// Configures another storage than the file of the first configuration.
    func useStorage(in address: String) throws {
        // A busy machine may take long to connect.
        let patient = address.hasPrefix("postgres") ? "\(address)?connect_timeout=\(TestTimeout.seconds)" : address
        try self.configure { text in text.replacing("storage: sqlite:data/purser.db", with: "storage: \(patient)") }
    }

    /// Allows webhooks to receivers on this machine.
    func allowReceiversHere() throws {
        try self.configure { text in text + "\nwebhooks: { allow: 127.0.0.1 }\n" }
    }
}
