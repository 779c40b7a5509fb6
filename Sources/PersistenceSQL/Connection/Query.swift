/// Every statement that runs after opening.
///
/// They are listed in one place so that a test can ask SQLite for the plan of each: none may scan a table.
package enum Query: Int, CaseIterable, Sendable {
    // Transactions
    case begin, beginReading, commit, rollback, beginUnit, endUnit, rollbackUnit, beginPreview, rollbackPreview
    case endPreview
    // The counters and the interned values
    case countProbe, countRepeat, countSubmission, appByName, insertApp, appName, scopeByName, scopeByNumber
    case insertScope, internedStringByText, insertInternedString, internedStringText, offerByTerms, insertOffer,
        offerTerms, termsByValues
    case insertTerms, terms
    // Customers
    case customerByName, insertName, deleteName, insertCustomer, customerName, insertToken, customersByToken
    case ownsWithToken, tokensOfOwned, sharedToken, putTokens
    // Evidence
    case headerByDigest, insertHeader, evidencePosition, insertEvidence, insertPart, parts, evidenceAfter
    case newestEvidence, evidenceByDigest, insertNotification, repeatNotification
    // Chains
    case originalByID, insertOriginal, nameOriginal, original, members, putShared, setRoot, redirectJoined, homeByID
    case putTransaction, claim, snapshots, insertSnapshot, deleteSnapshots, renewal, putRenewal, putStatus
    case signedRefunds, putSignedRefund, reportedRefunds, putReportedRefund, reportedRefundsOfApp
    case reportedRefundsSince, unknownReportCount, dropUnknownReports, keptReport, knowReported
    // Ownership
    case hasSubmitted, repeatSubmission, insertSubmission, submissions, submissionsByID, submissionCount
    case ownedOriginals, insertOwned, deleteOwned, awaitToken, awaitingOriginals, deleteAwaited, lastSubmission
    case insertShared, deleteShared, sharedPurchases, sharesOf
    // Replaced renewal values
    case insertRenewalEvidence, renewalEvidence
    // Apple Accounts
    case accountCustomers, accountCustomer, putAccountCustomer, deleteAccountCustomer, familyAccounts
    case deleteFamilyAccounts, forgetFamilyAccounts, putAccountReader, deleteAccountReader, accountReaders
    // Transfers and ownership changes
    case insertTransfer, transfersFrom, transfersTo, transfer, transfersOfOriginal, insertChange, changeByName,
        latestDecision, changeName
    case markUndone, withdrawDecision, mergeCustomer, mergedCustomers, renameCustomer, addToken, tokensOfCustomer
    // Quarantined evidence
    case insertHeld, repeatHeld, judgeHeld, isHeld, releaseHeld, countHeldOfApp, deleteOldestHeld, dueHeld, nextDue
    case countHeld, reviewHeld
    // Events
    case countCustomerEvents, countChainEvents, insertEvent, eventsOfStream, hasEventAfter, countTransfer, originalName
    case environmentOfScope
    // Due chains
    case putPublished, leaveChain, standForChain, dueChains, nextChainDue
    // Questions to Apple
    case dueChainChecks, putAsked, putAskedInPart, postponeCheck, askAboutAll, askAbout, newestOriginal, putRevision
    case history, putHistory, historyWindows, insertWindow, moveWindow, deleteWindow, countHistory, hasNotification
    case budget, putBudget
    // Requests to Apple, and signed offers
    case insertExtension, putExtension, extensionByRequest, openExtensions, extensions, insertExtensionFailure
    case extensionFailures, insertSignedOffer, deleteSignedOffer, signedOffers
    // Sinks
    case sinks, sinkByName, insertSink, deletePending, deleteSink, addPending, recoverStreams, forgetPending
    case pendingStreams, oldestUnsentEvent, countLease, lease, acknowledge, resumeStream, finishStream,
        finishPublishedStream
    case putBack, putBackFailed, pendingStream, waitingStreams, waitingCount, suspendedCount, retryStream, retryStreams
    case skipEvent, putReplay, customerEventCount, chainEventCount
    // Webhook endpoints
    case webhooks, putWebhook, deleteWebhook, webhookHealth, putWebhookHealth
    // All events of an app
    case countAppEvents, appEventCount, insertEventPosition, eventsOfApp, positionsOfApp, newestEventPosition
    case eventPositionInstant, notificationDigest
    // The audit log
    case auditCount, newestAuditHash, countAudit, insertAudit, auditAfter
    // API keys and stored answers
    case insertAccessKey, accessKeyByDigest, accessKeyByName, accessKeyNumber, accessKeysBefore, accessKeysOfApp
    case revokeAccessKey, useAccessKey, insertCustomerToken, customerByMintedToken, useCustomerToken
    case unusedCustomerTokens, keepCustomerToken, deleteCustomerToken, customerTokenCount, deleteCustomerTokens
    case idempotentRequest, idempotentLease, idempotentRequestCount, putIdempotentRequest, answerIdempotentRequest
    case abandonIdempotentRequest, forgetIdempotentRequests
    // Imports and their facts
    case insertDecision, decisionsOfOriginal, decisionsByName, decisionsByID, importFactAt, putImportFact, importFacts
    case insertImport, importByName, newestImports, importsInState, putImport, insertImportRow, pendingImportRows
    case pendingImportRowsByID, deleteImportRow, failImportRow, failedImportRows, retryImportRows
    case deleteAbandonedImportRows
    // Catalogs
    case insertCatalog, catalogVersions, catalogText
    // Prices
    case putFetchedPrice, fetchedPricesOfProduct, fetchedPricesInStorefront, putPriceLadder, priceLadders
    case priceConsents
    // Holdings and grants
    case customerState, holdings, holding, putHolding, insertGrant, revokeGrant, grants, holderState
    case putDueEntitlements, deleteDueEntitlements, dueEntitlements, entitlementsDueAt
    // Customers
    case putCustomerFact, pruneCustomerFacts, customerFacts, insertConsent, consentByName, putWithdrawal, consents
    case insertCustomerAuditEntry, customerAuditEntries, ownSubmissions, customerEvents, deleteCustomerFacts,
        eraseConsents
    case eraseReasons
    // Erasure
    case transferSides, eventsNaming, putEventBody, renameHeld, renameImportRows, forgetAnswersNaming, eraseGrantReasons
    case eraseChangeNotes
    // Wallets
    case walletOfOwner, walletsOfOwner, walletByNumber, insertWallet, putWallet, dueWallets, movementByKey
    case movementsBefore, insertMovement, spendableLots, expiringLots, nextExpiringLot, lotsOfPurchase, owedLots
    case lotByNumber, lotsBefore, putLot, moveLots, repaymentsOfDebtor, repaymentsOfLender, putRepayment
    case moveRepayments, walletsOfPurchase, walletPurchase, endingHolds, nextHold, putWalletPurchase
    case moveWalletPurchases, eraseMovementReasons
    // Fulfillments
    case fulfillmentsOfOriginal, fulfillmentByTransaction, fulfillmentsOfApp, fulfillmentsInState, fulfillmentsOfOwner
    case fulfillmentsOfOwnerInState, dueFulfillments, oldestOpenFulfillment, fulfillmentCountInState,
        countedFulfillments
    case insertFulfillment, putFulfillment, putOffFulfillment
    // Orders
    case insertOrder, orderByNumber, orderByName, orderByToken, orderNumberByName, orderNumberByToken
    case insertOrderToken, ownerOfOrderToken, orderNumberOfPayment, ordersInQueue, flaggedOrders, ordersOfCustomer
    case openOrders, orderInstants, closedOrders, deleteOrder, ordersPaidByAnother, orderCount, putOrder, wakeOrder
    case insertOrderNote, orderNotes, paymentsOfOrder, orderOfPayment, putOrderPayment, adoptPayments
    case originalsWithToken, openPayment, openPayments, insertOrderProgress, orderProgress, advanceOrderProgress
    case dueOrders, nextOrderDue, dueOrderChecks, putBlock, deleteBlock, block, eraseOrders, deleteOrderNotes
    // Refunds
    case refundByTransaction, refundsOfApp, refundsByStatus, refundsOfOwner, refundsOpened, refundsOfAccount
    case dueRefunds, putOffRefund, wakeRefunds, insertRefund, putRefund, insertRefundPolicy, refundPolicies
    case insertRefundTrial, endRefundTrial, addRefundTally, refundTallies, putRefundOverride, deleteRefundOverride
    case refundOverride, putConsumption, consumption, deleteConsumption, putRescission, rescission
    // Stored receipts
    case putReceipt, expediteReceipt, dueReceipts, leaseReceipt, putOffReceipt, forgetReceipt, forgetReceiptOfOriginal
    // Use of old and new formats
    case countLegacyUse, legacyUses, firstLegacyUseDay
    // Reports and reconciled days
    case insertReport, reportByDigest, reportOfSlot, supersedeReport, reportByNumber, reportsOfApp, insertReportPart
    case reportPart, putReportAbsence, deleteReportAbsence, reportAbsences, reconciledDays, putReconciledDay
    // Customers at the risk threshold
    case riskRecord, insertRiskRecord, putRiskRecord, deleteRiskRecord, wakeRiskRecord, raisedRisks, dueRisks
    // Coordination of the nodes
    case acquireLeaderRole, releaseLeaderRole, putOutage, putSigningKey, replaceSigningKey, cluster, revokedCertificates
    case revokedCertificate, putRevokedCertificate, databaseTime, waitingWork
    // Sales
    case putSale, deleteSale, sales, salesAfter
    // Monitoring
    case metricSeries, insertMetricSeries, putMetricKind, dropMetricSeries, dropSilentMetricRows, metricRows
    case allMetricRows, putMetricRow, dropMetricRows, metricByteCount, oldestMetricRow, nodeSamples, putNodeSample
    case deleteNodeSample, dropNodeSamples, alarmEntries, putAlarmEntry, deleteAlarmEntry, alarmNumber, putAlarmNumber
    // Gauges
    case renewedCount, endedPeriodCounts, silentPeriods, subscriptionNearSale, sandboxCustomers
}
