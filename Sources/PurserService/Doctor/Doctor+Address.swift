import Foundation

extension Doctor {
    /// Returns whether the public address is one that Apple calls, and whether it answers as required.
    func addressFindings() async -> [DoctorFinding] {
        guard let publicURL else { return [self.missingAddress()] }
        let isReal = self.roots == .apple
        guard let parts = URLComponents(string: publicURL), let host = parts.host, !host.isEmpty else {
            return [Self.unfit("server.publicUrl is not a URL.", .error)]
        }
        if parts.scheme?.lowercased() != "https" {
            let text = "server.publicUrl is not HTTPS, and Apple calls only HTTPS URLs."
            guard isReal else { return [DoctorFinding(.publicAddress, .note, text)] }
            return [Self.unfit(text, .error)]
        }
        if let port = parts.port, port != 443, port < 1024 {
            return [Self.unfit("server.publicUrl has port \(port), but Apple calls only 443 and from 1024.", .error)]
        }
        return [Self.finding(await self.probe.look(publicURL + "/health/live"), host: host)]
    }

    private func missingAddress() -> DoctorFinding {
        let isReal = self.roots == .apple
        return DoctorFinding(
            .publicAddressMissing,
            isReal ? .warning : .note,
            "server.publicUrl is not set, so the server does not know the address that Apple calls.",
            remedy:
                "Set it to the server's public address: publicUrl: https://purchases.example.com"
        )
    }

    private static func unfit(_ text: String, _ severity: DoctorFinding.Severity) -> DoctorFinding {
        DoctorFinding(
            .publicAddressUnfit,
            severity,
            text,
            remedy:
                "Terminate TLS in a proxy at port 443, and set its address: publicUrl: https://purchases.example.com"
        )
    }

    private static func finding(_ outcome: PublicAddressProbe.Outcome, host: String) -> DoctorFinding {
        switch outcome {
        case .answered(let status) where (200..<300).contains(status):
            return DoctorFinding(
                .publicAddress,
                .ok,
                "The public address answers, with a certificate that clients accept."
            )
        case .answered(let status):
            return DoctorFinding(
                .publicAddressForeign,
                .error,
                "The public address answers with status \(status), not as Purser does.",
                remedy: "Check that the proxy forwards every request to the server, and that the server runs."
            )
        case .certificateRefused:
            return Self.tls(
                "The certificate at the public address is rejected: it has expired, or its chain is incomplete.",
                "Renew it, and send the intermediate certificates too: openssl s_client -connect \(host):443"
            )
        case .nameRefused:
            return Self.tls(
                "The certificate at the public address is for another name than \(host).",
                "Get a certificate for \(host)."
            )
        case .tlsFailed:
            return Self.tls(
                "The public address does not offer TLS 1.2 or later.",
                "Turn on TLS 1.2 and 1.3 in the proxy: openssl s_client -tls1_2 -connect \(host):443"
            )
        case .unreachable:
            return DoctorFinding(
                .publicAddressUnreachable,
                .error,
                "The public address does not answer.",
                remedy: "Check DNS and the firewall, and that the server runs. A network may hide its own "
                    + "public address from inside; then check from another network."
            )
        }
    }

    private static func tls(_ text: String, _ remedy: String) -> DoctorFinding {
        DoctorFinding(.publicAddressTLS, .error, text, remedy: remedy)
    }
}
