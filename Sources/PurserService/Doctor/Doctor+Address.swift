import Foundation

extension Doctor {
    /// Whether the public address is one that Apple calls, and answers as it must.
    func addressFindings() async -> [DoctorFinding] {
        guard let publicURL else { return [self.missingAddress()] }
        let isReal = self.roots == .apple
        guard let parts = URLComponents(string: publicURL), let host = parts.host, !host.isEmpty else {
            return [Self.unfit("server.publicUrl is no address.", .error)]
        }
        if parts.scheme?.lowercased() != "https" {
            let text = "server.publicUrl is not HTTPS, and Apple calls nothing else."
            guard isReal else { return [DoctorFinding(.publicAddress, .note, text)] }
            return [Self.unfit(text, .error)]
        }
        if let port = parts.port, port != 443, port < 1024 {
            return [Self.unfit("server.publicUrl has the port \(port), and Apple calls 443 or 1024 and above.", .error)]
        }
        return [Self.finding(await self.probe.look(publicURL + "/health/live"), host: host)]
    }

    private func missingAddress() -> DoctorFinding {
        let isReal = self.roots == .apple
        return DoctorFinding(
            .publicAddressMissing,
            isReal ? .warning : .note,
            "server.publicUrl is not set, so nobody knows where Apple is to call.",
            remedy:
                "Set it to the address under which others reach the server: publicUrl: https://purchases.example.com"
        )
    }

    private static func unfit(_ text: String, _ severity: DoctorFinding.Severity) -> DoctorFinding {
        DoctorFinding(
            .publicAddressUnfit,
            severity,
            text,
            remedy:
                "Let a proxy in front end TLS at port 443, and write its address: publicUrl: https://purchases.example.com"
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
                "The public address answers with status \(status), and not as Purser.",
                remedy: "Check that the proxy passes everything to the server, and that the server runs."
            )
        case .certificateRefused:
            return Self.tls(
                "The certificate at the public address is refused: it has expired, or its chain is not whole.",
                "Renew it, and let the server send the intermediate certificates: openssl s_client -connect \(host):443"
            )
        case .nameRefused:
            return Self.tls(
                "The certificate at the public address is for another name than \(host).",
                "Get a certificate for \(host)."
            )
        case .tlsFailed:
            return Self.tls(
                "There is no TLS of version 1.2 or later at the public address.",
                "Turn on TLS 1.2 and 1.3 in the proxy: openssl s_client -tls1_2 -connect \(host):443"
            )
        case .unreachable:
            return DoctorFinding(
                .publicAddressUnreachable,
                .error,
                "Nobody answers at the public address.",
                remedy: "Check the name service and the firewall, and that the server runs. A network may hide its own "
                    + "public address from inside; then look from elsewhere."
            )
        }
    }

    private static func tls(_ text: String, _ remedy: String) -> DoctorFinding {
        DoctorFinding(.publicAddressTLS, .error, text, remedy: remedy)
    }
}
