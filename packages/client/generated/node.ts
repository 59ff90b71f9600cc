/** Made by `npm run client:generate` from openapi/node.json. */

export interface paths {
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Measurements, in the text format of Prometheus, for this machine or for METRICS_TOKEN as Bearer */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service is up */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/web3/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Request a payload for a wallet to sign */
        get: operations["getAuthWeb3Request"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/web3/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in with a signed payload */
        post: operations["postAuthWeb3Login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/revoke-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log out all sessions of the session's wallet, this one included */
        post: operations["postAuthSessionsRevokeAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/web3/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Log out: end the session everywhere */
        get: operations["getAuthWeb3Logout"];
        put?: never;
        /** Log out: end the session everywhere */
        post: operations["postAuthWeb3Logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a text for the owners of a wallet to sign, so that its session is mine */
        post: operations["postAuthMultisigRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The open logins of a wallet, newest first, for its owners */
        get: operations["getAuthMultisigRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/request/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A login of a wallet, for its owners: its text, and who has signed it */
        get: operations["getAuthMultisigRequestById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give signatures of owners for a login of their wallet */
        post: operations["postAuthMultisigSign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the session of a wallet whose owners have signed, once */
        post: operations["postAuthMultisigSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End all sessions and open logins of a wallet, as one of its owners */
        post: operations["postAuthMultisigRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session's user */
        get: operations["getAuthProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the e-mail address: a code is sent to it */
        post: operations["postAuthProfileEmail"];
        /** Remove the e-mail address */
        delete: operations["deleteAuthProfileEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm the e-mail address with the code that was sent to it */
        post: operations["postAuthProfileEmailConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin two-factor: a QR code to scan */
        post: operations["postAuth2fa"];
        /** Disable two-factor */
        delete: operations["deleteAuth2fa"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable two-factor with a first code */
        post: operations["postAuth2faVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys that tokens are checked with */
        get: operations["getWellKnownJwksJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/revocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tokens that were logged out before they expired */
        get: operations["getAuthRevocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a consensus topic */
        post: operations["postHcs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs/{topic}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A topic */
        get: operations["getHcsByTopic"];
        /** Update the memo of a topic */
        put: operations["putHcsByTopic"];
        post?: never;
        /** Delete a topic */
        delete: operations["deleteHcsByTopic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs/{topic}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit a message to a topic, in up to 20 chunks of 1024 bytes */
        post: operations["postHcsMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/burn/nft/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Burn NFTs that the treasury holds */
        post: operations["postHtsBurnNftByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/burn/token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Burn units of a fungible token that its treasury holds */
        post: operations["postHtsBurnTokenByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/create/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a token */
        post: operations["postHtsCreateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/delete/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a token */
        delete: operations["deleteHtsDeleteByToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/freeze/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Freeze an account for a token */
        post: operations["postHtsFreezeByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/unfreeze/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unfreeze an account for a token */
        post: operations["postHtsUnfreezeByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/grant-kyc/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grant KYC for a token to an account */
        post: operations["postHtsGrantKycByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/revoke-kyc/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke KYC for a token from an account */
        post: operations["postHtsRevokeKycByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/mint/nft/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mint up to 10 NFTs */
        post: operations["postHtsMintNftByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/mint/token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mint units of a fungible token */
        post: operations["postHtsMintTokenByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/pause/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause a token */
        post: operations["postHtsPauseByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/unpause/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unpause a token */
        post: operations["postHtsUnpauseByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/update/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update the name, symbol, memo, treasury or keys of a token */
        patch: operations["patchHtsUpdateByToken"];
        trace?: never;
    };
    "/hts/update/{token}/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Replace the custom fees of a token */
        patch: operations["patchHtsUpdateFees"];
        trace?: never;
    };
    "/hts/wipe/nft/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Wipe NFTs from an account */
        post: operations["postHtsWipeNftByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/wipe/token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Wipe units of a fungible token from an account */
        post: operations["postHtsWipeTokenByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an account */
        post: operations["postAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{wallet}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account */
        get: operations["getAccountsByWallet"];
        /** Update the memo, associations, receiver signature or staking of an account */
        put: operations["putAccountsByWallet"];
        post?: never;
        /** Delete an account and transfer its hbars to another */
        delete: operations["deleteAccountsByWallet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/allowance/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve an allowance for hbars, a token or NFTs */
        post: operations["postAccountsAllowanceApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/allowance/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete an allowance for hbars, a token or NFTs */
        post: operations["postAccountsAllowanceDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/transfer/atomic-swap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Swap what two accounts hold, atomically */
        post: operations["postAccountsTransferAtomicSwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/transfer/hbar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Transfer hbars */
        post: operations["postAccountsTransferHbar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/transfer/nft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Transfer an NFT */
        post: operations["postAccountsTransferNft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/transfer/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Transfer a fungible token */
        post: operations["postAccountsTransferToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit a signed transaction */
        post: operations["postTransactionsSubmit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a validator for accounts */
        post: operations["postValidatorsAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/accounts/{timestamp}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The configuration of a validator for accounts */
        get: operations["getValidatorsAccountsByTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/consensus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a validator for topics */
        post: operations["postValidatorsConsensus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/consensus/{timestamp}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The configuration of a validator for topics */
        get: operations["getValidatorsConsensusByTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a validator for tokens */
        post: operations["postValidatorsTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/tokens/{timestamp}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The configuration of a validator for tokens */
        get: operations["getValidatorsTokensByTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The accounts, topics and tokens under validators that I created, the newest first */
        get: operations["getValidatorsBindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/bindings/{entityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The validator that an account, topic or token is bound to */
        get: operations["getValidatorsBindingsByEntityId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The transactions for decisions of DAOs, the newest first: mine, or those of a topic */
        get: operations["getValidatorsDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/decisions/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bytes that I was answered for decisions and that were not handed in, those that end soonest first */
        get: operations["getValidatorsDecisionsOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/{walletId}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have the network sign a wallet's request for an owner whose DAO has decided so */
        post: operations["postWalletsSign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hcs/topics/{topic}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A topic's messages */
        get: operations["getMirrorsHcsTopicsMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hcs/topics/{topic}/messages/{sequenceNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message of a topic */
        get: operations["getMirrorsHcsTopicsMessagesBySequenceNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hcs/topics/messages/{timestamp}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sequence number and running hash of a topic at the message of that time */
        get: operations["getMirrorsHcsTopicsMessagesByTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A token, now or at a past time */
        get: operations["getMirrorsHtsTokensByToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The balances of a token's holders */
        get: operations["getMirrorsHtsTokensBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}/nfts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A token's NFTs */
        get: operations["getMirrorsHtsTokensNfts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}/nfts/{serialNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One NFT */
        get: operations["getMirrorsHtsTokensNftsBySerialNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}/nfts/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The transfers of one NFT, the newest first */
        get: operations["getMirrorsHtsTokensNftsTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/accounts/{wallet}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account and its newest transactions */
        get: operations["getMirrorsAccountsByWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/accounts/{wallet}/nfts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The NFTs of an account */
        get: operations["getMirrorsAccountsNfts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/accounts/{wallet}/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The staking rewards of an account */
        get: operations["getMirrorsAccountsRewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/accounts/{wallet}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tokens of an account */
        get: operations["getMirrorsAccountsTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/transactions/{transaction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A transaction: what the user submitted, unless nonce or scheduled say else */
        get: operations["getMirrorsTransactionsByTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/transactions/{transaction}/stateproof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state proof of a transaction */
        get: operations["getMirrorsTransactionsStateproof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/transactions/schedules/{schedule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A schedule */
        get: operations["getMirrorsTransactionsSchedulesBySchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/query/{transaction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The record of a transaction. The ledger itself tells it for a session of its chain, while it can, and from then on to everybody; on the embedded ledger without a session */
        get: operations["getTransactionsQueryByTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/receipt/{transaction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The receipt of a transaction */
        get: operations["getTransactionsReceiptByTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{wallet}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The token balances of an account, of one token if asked */
        get: operations["getAccountsBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{wallet}/publicKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account's public key, as text */
        get: operations["getAccountsPublicKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A token */
        get: operations["getHtsTokenByToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/nft/{token}/{serialNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One NFT */
        get: operations["getHtsNftBySerialNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs/{topic}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A topic's messages from start to end; with callbackSuccess they are delivered to it as signed webhooks */
        get: operations["getHcsMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/generate/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin a snapshot of all holders of a token */
        post: operations["postSnapshotsGenerateByTokenId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The status of a snapshot, and where its files are */
        get: operations["getSnapshotsByJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{jobId}/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The file of a snapshot */
        get: operations["getSnapshotsByFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of the network, this node first, and how far each is trusted */
        get: operations["getSmartNodeNetwork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange heartbeats with another member */
        post: operations["postSmartNodeHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/identifier": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The operator of this node */
        get: operations["getSmartNodeIdentifier"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The status of this node */
        get: operations["getSmartNodeStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/utilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tokens that the node lists as its own */
        get: operations["getSmartNodeUtilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Content, from the node or else a gateway */
        get: operations["getIpfsByCid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/{cid}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Content, from the node or else a gateway */
        get: operations["getIpfsByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/file/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file with its media type, from a gateway or else the node */
        get: operations["getIpfsFileByCid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/file/{cid}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file with its media type, from a gateway or else the node */
        get: operations["getIpfsFileByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/metadata/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A token's metadata, its images as addresses of this node */
        get: operations["getIpfsMetadataByCid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/metadata/{cid}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A token's metadata, its images as addresses of this node */
        get: operations["getIpfsMetadataByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/pin/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session's pin of this content */
        get: operations["getIpfsPinByCid"];
        put?: never;
        /** Pin content for the session: 200 if it is pinned already, 202 while it is fetched */
        post: operations["postIpfsPinByCid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/unpin/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Unpin content for the session; it stays while others pin it */
        delete: operations["deleteIpfsUnpinByCid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/pins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pins of the session, newest first */
        get: operations["getIpfsPins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session's pins and its limits */
        get: operations["getIpfsUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file and pin it for the session
         * @description multipart/form-data with the field `file`. Answers 201 once the file is stored whole.
         */
        post: operations["postIpfsUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether everything works that this service needs */
        get: operations["getHealthCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process runs */
        get: operations["getHealthLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service takes work */
        get: operations["getHealthReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/infos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The machine and how much of it is in use */
        get: operations["getHealthInfos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An error */
        Error: {
            /** @description The HTTP status, repeated */
            statusCode: number;
            /** @description The status's name, as in RFC 9110 */
            error: string;
            /** @description The error's code, a constant for programs */
            code: string;
            /** @description The error's message, for people */
            message: string;
            /** @description One entry per problem in the input */
            details?: unknown[];
        };
        Challenge: {
            signedData: {
                /** @description bytes as an index-keyed object */
                signature: {
                    [key: string]: number;
                };
                serverSigningAccount: string;
            };
            payload: {
                url: string;
                node: string;
                data: {
                    token: string;
                };
                /** @description the chain that the session is for */
                chain: string;
                /**
                 * @description the only thing that the session may be used for
                 * @enum {unknown}
                 */
                scope?: "ipfs:upload";
            };
        };
        /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
        Bytes: string | number[] | {
            /** @enum {unknown} */
            type: "Buffer";
            data: number[];
        } | {
            [key: string]: number;
        };
        /**
         * an account id, shard.realm.num
         * @example 0.0.1001
         */
        AccountId: string;
        Login: {
            operator: {
                [key: string]: unknown;
            };
            signedData: {
                /** @description bytes as an index-keyed object */
                signature: {
                    [key: string]: number;
                };
                serverSigningAccount: string;
            };
            payload: {
                url: string;
                node: string;
                data: {
                    token: string;
                };
                /** @description the chain that the session is for */
                chain: string;
                /**
                 * @description the only thing that the session may be used for
                 * @enum {unknown}
                 */
                scope?: "ipfs:upload";
            };
            session: {
                walletId: string;
                /** @description the key that signed, raw hex */
                publicKey: string;
                /** @enum {unknown} */
                role: "user" | "operator";
                chain: string;
                /**
                 * @description the only thing that the session may be used for
                 * @enum {unknown}
                 */
                scope?: "ipfs:upload";
            };
            /** @description a JWT for Authorization: Bearer */
            accessToken: string;
        };
        WalletLogin: {
            id: string;
            chain: string;
            walletId: components["schemas"]["AccountId"];
            /** @description the account that asked: it alone gets the session */
            holder: components["schemas"]["AccountId"];
            /** @description what owners sign: these UTF-8 bytes, or them with the prefix of HIP-820 */
            text: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            expiresAt: string;
            /**
             * @description ready: the signatures satisfy the wallet's key on the ledger now
             * @enum {unknown}
             */
            status: "pending" | "ready" | "used" | "expired";
            /** @description those of keys that belong to the wallet's key now */
            signatures: {
                /** @description raw, hex */
                publicKey: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                timestamp: string;
            }[];
            missing: {
                /** @description how many further signatures are needed, at least */
                count: number;
                /** @description the keys that may give them, raw hex */
                publicKeys: string[];
            };
        };
        WalletSession: {
            session: {
                walletId: components["schemas"]["AccountId"];
                holder: components["schemas"]["AccountId"];
                /** @description the holder's key, raw hex */
                publicKey: string;
                /** @enum {string} */
                role: "user";
                chain: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                expiresAt: string;
            };
            /** @description a JWT for Authorization: Bearer */
            accessToken: string;
        };
        TwoFactor: {
            /** @enum {unknown} */
            status: "DISABLED" | "PENDING" | "ACTIVE";
            factorSid: string | null;
            identity: string | null;
            qr_code: string | null;
            uri: string | null;
        };
        Profile: {
            email: string | null;
            pendingEmail: string | null;
            /** @description the account */
            username: string;
            /** @description epoch seconds */
            created_at: number;
            /** @description epoch seconds */
            updated_at: number;
            /** @description that the account is theirs */
            confirmed: boolean;
            type: string;
            role: string;
            tags: string[];
            banned: boolean;
            twoFactorAuth: components["schemas"]["TwoFactor"];
        };
        Email: {
            email: string | null;
            pending: string | null;
            expiresAt: string | null;
        };
        KeySet: {
            keys: {
                kty: string;
                crv: string;
                x: string;
                kid: string;
                alg: string;
                use: string;
            }[];
        };
        /** @description a public key (DER or raw, hex), {_type, key} as the mirror writes it, a list of keys that must all sign, or {threshold, keys: [...]} as the SDK names them ({threshold, key: [...]} is the same); lists nest */
        Key: string | unknown[] | {
            /** a public key in hex, or a list of keys */
            key: unknown;
        } | {
            /** a list of keys */
            keys: unknown[];
        };
        /** @description The account that pays and signs, the session's if absent; `key` becomes the key of new entities */
        Sender: {
            id?: components["schemas"]["AccountId"];
            key?: components["schemas"]["Key"];
        };
        /**
         * a topic id, shard.realm.num
         * @description found by the time if absent
         * @example 0.0.1001
         */
        TopicId: string;
        /** @description The place on the ledger of the decision that permits this operation */
        DecisionReference: {
            topicId?: components["schemas"]["TopicId"];
            /**
             * a consensus timestamp, seconds.nanoseconds
             * @description seconds.nanoseconds; digits that are left out at the end are zeros
             * @example 1700000000.000000001
             */
            consensusTimestamp: string;
        };
        /** @description Executed: the data of the receipt */
        WriteSuccess: {
            /** @enum {string} */
            status: "SUCCESS";
            /** @description payer@seconds.nanoseconds */
            transactionId: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
            accountId?: string;
            tokenId?: string;
            topicId?: string;
            fileId?: string;
            scheduleId?: string;
            scheduledTransactionId?: string;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            totalSupply?: number | string;
            serials?: (number | string)[];
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            topicSequenceNumber?: number | string;
        };
        /** @description A key that the signatures in the bytes do not satisfy */
        RequiredSigner: {
            accountId?: string;
            topicId?: string;
            tokenId?: string;
            /**
             * @description which key of the entity must sign; newKey: one that the transaction sets
             * @enum {unknown}
             */
            role: "key" | "adminKey" | "submitKey" | "supplyKey" | "wipeKey" | "freezeKey" | "kycKey" | "pauseKey" | "feeScheduleKey" | "newKey";
            /** @description keys whose signatures help, DER in hex; empty if the ledger has no key for this yet */
            publicKeys: string[];
            missing: number | null;
            /** @description of an account without a key: the key that this address is derived from signs */
            evmAddress?: string;
        };
        /**
         * Format: byte
         * @description bytes, base64
         */
        Base64: string;
        /** @description Sign the bytes and submit them, or hand them to POST /transactions/submit */
        SignatureRequired: {
            /** @enum {string} */
            status: "SIGNATURE_REQUIRED";
            /** @description payer@seconds.nanoseconds */
            transactionId: string;
            /**
             * Format: byte
             * @description a TransactionList for the SDK, with the signature of the node where that is due; base64
             */
            bytes: string;
            /**
             * Format: byte
             * @description what is signed; of the first chunk of a long message
             */
            bodyBytes: string;
            /**
             * Format: date-time
             * @description the end of the ledger's window
             */
            expiresAt: string;
            /** @description the required signatures other than the node's, each entity's key once, the payer first. They list the keys that the ledger always requires. If a token's key is replaced, that is its admin key; the old and new key together can replace it (HIP-540) */
            signers: components["schemas"]["RequiredSigner"][];
            /**
             * @description for a decision of a DAO: where the signed bytes must go, since the node adds the network's signature to one transaction at a time
             * @enum {string}
             */
            submitTo?: "/transactions/submit";
            /**
             * Format: date-time
             * @description for a decision of a DAO: until when the signed bytes are taken, since carrying them out takes time
             */
            submitBy?: string;
            /** @description what is signed, of each chunk of a long message */
            chunks?: components["schemas"]["Base64"][];
        };
        /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
        WritePending: {
            /** @enum {string} */
            status: "PENDING";
            /** @description payer@seconds.nanoseconds */
            transactionId: string;
        };
        /**
         * a token id, shard.realm.num
         * @description the token that is given, or the topic of the message
         * @example 0.0.1001
         */
        TokenId: string;
        /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
        Amount: number | string;
        /** @description an amount in the token's smallest unit: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
        PositiveAmount: number | string;
        AccountValidator: {
            /**
             * @description the keys of what is created under it: none, its sender's; partial, its sender's and the network's (both must sign); full, the network's alone
             * @enum {unknown}
             */
            smartNodeSecurity: "none" | "partial" | "full";
            updateConditions?: {
                values: ("memo" | "maxAutomaticTokenAssociations" | "isReceiverSignatureRequired" | "stakingNode")[];
                /**
                 * owner (who created it), anyone, nobody, or dao:<topicId>
                 * @example dao:0.0.1001
                 */
                controller: string;
            };
            actionsConditions?: {
                values: ("create/topic" | "update/topic" | "delete/topic" | "message/topic" | "burn/nft" | "burn/token" | "create/token" | "delete/token" | "freeze/token" | "unfreeze/token" | "grant-kyc/token" | "revoke-kyc/token" | "mint/nft" | "mint/token" | "pause/token" | "unpause/token" | "update/token" | "update/fees" | "wipe/nft" | "wipe/token" | "create/account" | "delete/account" | "allowance/approve" | "allowance/delete" | "transfer/atomic-swap" | "transfer/hbar" | "transfer/nft" | "transfer/token" | "sign/wallet")[];
                /**
                 * owner (who created it), anyone, nobody, or dao:<topicId>
                 * @example dao:0.0.1001
                 */
                controller: string;
            };
            tokenGates?: {
                fungibles?: {
                    tokens: (components["schemas"]["TokenId"] | {
                        tokenId: components["schemas"]["TokenId"];
                        /** @description an amount in the smallest unit of tokenId: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        amount?: components["schemas"]["Amount"];
                    })[];
                };
                nonFungibles?: {
                    tokens: (components["schemas"]["TokenId"] | {
                        tokenId: components["schemas"]["TokenId"];
                        serialNumbers?: number[];
                    })[];
                };
                timeRange?: null | {
                    /** @description ISO 8601, or seconds.nanoseconds */
                    start?: string;
                    /** @description ISO 8601, or seconds.nanoseconds */
                    end?: string;
                };
            };
            swapConditions?: {
                prices: {
                    token_id: "HBAR" | components["schemas"]["TokenId"];
                    amount: components["schemas"]["Amount"];
                    counter: {
                        token_id: "HBAR" | components["schemas"]["TokenId"];
                        amount: components["schemas"]["Amount"];
                    };
                }[];
            };
            /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
            maxCustomFees?: {
                id: components["schemas"]["TokenId"];
                fees: {
                    token_id: "HBAR" | components["schemas"]["TokenId"];
                    amount: components["schemas"]["Amount"];
                }[];
            }[];
        };
        TopicValidator: {
            /**
             * @description the keys of what is created under it: none, its sender's; partial, its sender's and the network's (both must sign); full, the network's alone
             * @enum {unknown}
             */
            smartNodeSecurity: "none" | "partial" | "full";
            tokenGates?: {
                fungibleTokens?: (components["schemas"]["TokenId"] | {
                    tokenId: components["schemas"]["TokenId"];
                    /** @description an amount in the smallest unit of tokenId: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount?: components["schemas"]["Amount"];
                })[];
                nonFungibleTokens?: (components["schemas"]["TokenId"] | {
                    tokenId: components["schemas"]["TokenId"];
                    serialNumbers?: number[];
                })[];
            };
            /** @description what messages must be: JSON objects, each named property by its schema, and all of the conditions; anything where both are empty */
            customInterface?: {
                /** an object with a JSON Schema for each property */
                parameters: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                conditions?: {
                    [key: string]: unknown;
                }[];
            };
            /** @description who may write messages, change the topic, end it: any of these */
            actionsConditions?: {
                create?: string[];
                update?: string[];
                delete?: string[];
            };
            updateConditions?: {
                /**
                 * owner (who created it), anyone, nobody, or dao:<topicId>
                 * @example dao:0.0.1001
                 */
                memo?: string;
            };
        };
        TokenValidator: {
            /**
             * @description the keys of what is created under it: none, its sender's; partial, its sender's and the network's (both must sign); full, the network's alone
             * @enum {unknown}
             */
            smartNodeSecurity: "none" | "partial" | "full";
            updateConditions?: {
                values: ("name" | "symbol" | "memo" | "newTreasuryAccountId")[];
                /** @description dao needs its topicId */
                controller: {
                    /** @enum {unknown} */
                    type: "owner" | "anyone" | "nobody" | "dao";
                    topicId?: components["schemas"]["TopicId"];
                };
            };
            actionsConditions?: {
                values: ("burn/nft" | "burn/token" | "delete/token" | "freeze/token" | "unfreeze/token" | "grant-kyc/token" | "revoke-kyc/token" | "mint/nft" | "mint/token" | "pause/token" | "unpause/token" | "wipe/nft" | "wipe/token")[];
                /** @description dao needs its topicId */
                controller: {
                    /** @enum {unknown} */
                    type: "owner" | "anyone" | "nobody" | "dao";
                    topicId?: components["schemas"]["TopicId"];
                };
            };
            feesConditions?: {
                values: ("fixed_fees" | "fractional_fees" | "royalty_fees")[];
                /** @description dao needs its topicId */
                controller: {
                    /** @enum {unknown} */
                    type: "owner" | "anyone" | "nobody" | "dao";
                    topicId?: components["schemas"]["TopicId"];
                };
            };
            keysConditions?: {
                values: ("adminKey" | "kycKey" | "freezeKey" | "wipeKey" | "supplyKey" | "feeScheduleKey" | "pauseKey")[];
                /** @description dao needs its topicId */
                controller: {
                    /** @enum {unknown} */
                    type: "owner" | "anyone" | "nobody" | "dao";
                    topicId?: components["schemas"]["TopicId"];
                };
            };
        };
        Binding: {
            /** @description the account, topic or token */
            entityId: string;
            /** @enum {unknown} */
            kind: "account" | "topic" | "token";
            /** @description the consensus timestamp that names the validator */
            validator: string;
            /** @description the account that sent the creation */
            owner: string;
            /** @description of the creation */
            transactionId: string;
        };
        Opening: {
            /** @description the DAO's topic */
            topicId: string;
            /** @description consensus timestamp of the decision's message */
            consensusTimestamp: string;
            proposalId: string;
            /**
             * @description UNDER_WAY holds the decision until its outcome is known, which is looked up when somebody asks for bytes; USED has carried it out, for good; after FAILED (its payer or the ledger) and RELEASED (nothing was submitted) another transaction may follow
             * @enum {unknown}
             */
            state: "UNDER_WAY" | "USED" | "FAILED" | "RELEASED";
            /** @description whether it failed on the ledger, which charged its payer */
            charged: boolean;
            /** @description whether I handed it in */
            own: boolean;
            transactionId: string | null;
            windowEndsAt: string | null;
        };
        DecisionOffer: {
            /** @description the DAO's topic */
            topicId: string;
            /** @description consensus timestamp of the decision's message */
            consensusTimestamp: string;
            /** @description the operation's name */
            operation: string;
            params: {
                [key: string]: string;
            };
            /** @description as it was requested */
            body: {
                [key: string]: unknown;
            };
            /** @description the account that pays */
            sender: string;
            transactionId: string;
            /** @description ISO 8601 */
            windowEndsAt: string;
        };
        WalletSignature: {
            jobId: string;
            walletId: components["schemas"]["AccountId"];
            senderId: components["schemas"]["AccountId"];
            /** @description raw, hex */
            publicKey: string;
            /** @description 64 bytes, as 0x hex */
            signature: string;
        };
        TopicMessage: {
            chunk_info: {
                number: number;
                total: number;
                initial_transaction_id: {
                    account_id: string | null;
                    nonce: number | null;
                    scheduled: boolean | null;
                    transaction_valid_start: string | null;
                } | null;
            } | null;
            /** @description seconds.nanoseconds */
            consensus_timestamp: string;
            /** @description base64, unless you request another encoding */
            message: string;
            payer_account_id: string | null;
            running_hash: string | null;
            running_hash_version: number | null;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            sequence_number: number | string;
            topic_id: string;
        };
        TopicStatus: {
            _status: {
                topicId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                sequenceNumber: number | string;
                runningHash: string | null;
                runningHashVersion: number | null;
            };
        };
        MirrorToken: {
            admin_key: {
                _type?: string;
                key: string;
            } | null;
            auto_renew_account: string | null;
            auto_renew_period: (number | string) | null;
            created_timestamp: string | null;
            custom_fees: {
                created_timestamp: string | null;
                fixed_fees: {
                    [key: string]: unknown;
                }[];
                fractional_fees: {
                    [key: string]: unknown;
                }[];
                royalty_fees?: {
                    [key: string]: unknown;
                }[];
            } | null;
            decimals: string;
            deleted: boolean | null;
            expiry_timestamp: (number | string) | null;
            fee_schedule_key: {
                _type?: string;
                key: string;
            } | null;
            freeze_default: boolean | null;
            freeze_key: {
                _type?: string;
                key: string;
            } | null;
            initial_supply: string | null;
            kyc_key: {
                _type?: string;
                key: string;
            } | null;
            max_supply: string | null;
            memo: string | null;
            modified_timestamp: string | null;
            name: string;
            pause_key: {
                _type?: string;
                key: string;
            } | null;
            pause_status: string | null;
            supply_key: {
                _type?: string;
                key: string;
            } | null;
            supply_type: string | null;
            symbol: string;
            token_id: string;
            total_supply: string;
            treasury_account_id: string | null;
            type: string;
            wipe_key: {
                _type?: string;
                key: string;
            } | null;
        };
        TokenBalances: {
            timestamp: string | null;
            balances: {
                account: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                balance: number | string;
                tokens: {
                    token_id: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    balance: number | string;
                }[];
            }[];
            links: {
                next: string | null;
            };
        };
        Nft: {
            account_id: string | null;
            created_timestamp: string | null;
            delegating_spender: string | null;
            deleted: boolean;
            /** @description base64 */
            metadata: string;
            modified_timestamp: string | null;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            serial_number: number | string;
            spender_id: string | null;
            token_id: string;
        };
        Nfts: {
            /** @description one inner array for each page of the mirror */
            nfts: components["schemas"]["Nft"][][];
            links: {
                next: string | null;
            };
        };
        NftTransfer: {
            is_approval: boolean;
            receiver_account_id: string | null;
            sender_account_id: string | null;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            serial_number: number | string;
            token_id: string;
        };
        MirrorAccount: {
            account: string;
            alias: string | null;
            auto_renew_period: (number | string) | null;
            balance: {
                timestamp: string | null;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                balance: number | string;
                tokens: {
                    token_id: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    balance: number | string;
                }[];
            } | null;
            created_timestamp: string | null;
            decline_reward: boolean | null;
            deleted: boolean | null;
            ethereum_nonce: (number | string) | null;
            evm_address: string | null;
            expiry_timestamp: string | null;
            key: {
                _type?: string;
                key: string;
            } | null;
            max_automatic_token_associations: number | null;
            memo: string | null;
            pending_reward: (number | string) | null;
            receiver_sig_required: boolean | null;
            staked_account_id: string | null;
            staked_node_id: number | null;
            stake_period_start: string | null;
            transactions?: {
                bytes: string | null;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                charged_tx_fee: number | string;
                /** @description seconds.nanoseconds */
                consensus_timestamp: string;
                entity_id: string | null;
                max_fee: string | null;
                memo_base64: string | null;
                name: string;
                nft_transfers: components["schemas"]["NftTransfer"][];
                node: string | null;
                nonce: number;
                parent_consensus_timestamp: string | null;
                result: string;
                scheduled: boolean;
                staking_reward_transfers: {
                    account_id: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                token_transfers: {
                    token_id: string;
                    account: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                    is_approval?: boolean;
                }[];
                transaction_hash: string | null;
                transaction_id: string;
                transfers: {
                    account: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                    is_approval?: boolean;
                }[];
                valid_duration_seconds: string | null;
                valid_start_timestamp: string | null;
            }[];
            links: {
                next: string | null;
            };
        };
        Rewards: {
            rewards: {
                account_id: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                /** @description seconds.nanoseconds */
                timestamp: string;
            }[];
            links: {
                next: string | null;
            };
        };
        TokenRelationship: {
            automatic_association: boolean;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            balance: number | string;
            created_timestamp: string | null;
            decimals: number | null;
            freeze_status: string | null;
            kyc_status: string | null;
            token_id: string;
        };
        MirrorTransaction: {
            assessed_custom_fees: {
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                collector_account_id: string | null;
                effective_payer_account_ids: string[];
                token_id: string | null;
            }[];
            bytes: string | null;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            charged_tx_fee: number | string;
            /** @description seconds.nanoseconds */
            consensus_timestamp: string;
            entity_id: string | null;
            max_fee: string | null;
            memo_base64: string | null;
            name: string;
            nft_transfers: components["schemas"]["NftTransfer"][];
            node: string | null;
            nonce: number;
            parent_consensus_timestamp: string | null;
            result: string;
            scheduled: boolean;
            staking_reward_transfers: {
                account_id: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[];
            token_transfers: {
                token_id: string;
                account: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                is_approval?: boolean;
            }[];
            transaction_hash: string | null;
            transaction_id: string;
            transfers: {
                account: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                is_approval?: boolean;
            }[];
            valid_duration_seconds: string | null;
            valid_start_timestamp: string | null;
        };
        StateProof: {
            address_books: string[];
            record_file: string | {
                head: string | null;
                start_running_hash_object: string | null;
                end_running_hash_object: string | null;
                hashes_before: string[][] | null;
                hashes_after: string[][] | null;
                record_stream_object: string | null;
                block_number: (string | number) | null;
            };
            signature_files: {
                [key: string]: string;
            };
            version: number;
        };
        MirrorSchedule: {
            admin_key: {
                _type?: string;
                key: string;
            } | null;
            consensus_timestamp: string | null;
            creator_account_id: string;
            deleted: boolean;
            executed_timestamp: string | null;
            expiration_time: string | null;
            memo: string | null;
            payer_account_id: string;
            schedule_id: string;
            signatures: {
                consensus_timestamp?: string | null;
                public_key_prefix: string;
                signature: string;
                type: string;
            }[];
            /** @description the SchedulableTransactionBody as JSON text */
            transaction_body: string;
            /** @description the same as the ledger keeps it, in base64 */
            transaction_body_bytes: string;
            wait_for_expiry: boolean;
        };
        Record: {
            receipt: {
                status: string;
                accountId: string | null;
            };
            /** @description hex */
            transactionHash: string;
            consensusTimestamp: {
                seconds: number;
                nanos: number;
            };
            transactionId: string;
            transactionMemo: string;
            /** @description tinybars */
            transactionFee: string;
            transfers: {
                accountId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[];
            contractFunctionResult: {
                contractId: string | null;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                gasUsed: number | string;
                bloom: string;
                logs: unknown[];
            } | null;
            tokenTransfers: {
                [key: string]: {
                    [key: string]: number | string;
                };
            };
            tokenTransfersList: {
                tokenId: string;
                accountId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[];
            scheduleRef: string | null;
            assessedCustomFees: {
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                tokenId: string | null;
                feeCollectorAccountId: string | null;
            }[];
            nftTransfers: {
                [key: string]: {
                    [key: string]: string[];
                };
            };
            automaticTokenAssociations: {
                tokenId: string | null;
                accountId: string | null;
            }[] | null;
            parentConsensusTimestamp: {
                seconds: number;
                nanos: number;
            } | null;
            aliasKey: string | null;
            ethereumHash: string | null;
            paidStakingRewards: {
                accountId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[];
            prngBytes: string | null;
            prngNumber: number | null;
            evmAddress: string | null;
            newPendingAirdrops: {
                tokenId: string;
                accountId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[] | null;
            /** @description true where the mirror answered: it does not show automaticTokenAssociations, newPendingAirdrops and contractFunctionResult, which are null, whatever the transaction did */
            partial?: boolean;
            duplicates: {
                receipt: {
                    status: string;
                    accountId: string | null;
                };
                /** @description hex */
                transactionHash: string;
                consensusTimestamp: {
                    seconds: number;
                    nanos: number;
                };
                transactionId: string;
                transactionMemo: string;
                /** @description tinybars */
                transactionFee: string;
                transfers: {
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                contractFunctionResult: {
                    contractId: string | null;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    gasUsed: number | string;
                    bloom: string;
                    logs: unknown[];
                } | null;
                tokenTransfers: {
                    [key: string]: {
                        [key: string]: number | string;
                    };
                };
                tokenTransfersList: {
                    tokenId: string;
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                scheduleRef: string | null;
                assessedCustomFees: {
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                    tokenId: string | null;
                    feeCollectorAccountId: string | null;
                }[];
                nftTransfers: {
                    [key: string]: {
                        [key: string]: string[];
                    };
                };
                automaticTokenAssociations: {
                    tokenId: string | null;
                    accountId: string | null;
                }[] | null;
                parentConsensusTimestamp: {
                    seconds: number;
                    nanos: number;
                } | null;
                aliasKey: string | null;
                ethereumHash: string | null;
                paidStakingRewards: {
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                prngBytes: string | null;
                prngNumber: number | null;
                evmAddress: string | null;
                newPendingAirdrops: {
                    tokenId: string;
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[] | null;
                /** @description true where the mirror answered: it does not show automaticTokenAssociations, newPendingAirdrops and contractFunctionResult, which are null, whatever the transaction did */
                partial?: boolean;
                duplicates: {
                    [key: string]: unknown;
                }[];
                children: {
                    [key: string]: unknown;
                }[];
            }[];
            children: {
                receipt: {
                    status: string;
                    accountId: string | null;
                };
                /** @description hex */
                transactionHash: string;
                consensusTimestamp: {
                    seconds: number;
                    nanos: number;
                };
                transactionId: string;
                transactionMemo: string;
                /** @description tinybars */
                transactionFee: string;
                transfers: {
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                contractFunctionResult: {
                    contractId: string | null;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    gasUsed: number | string;
                    bloom: string;
                    logs: unknown[];
                } | null;
                tokenTransfers: {
                    [key: string]: {
                        [key: string]: number | string;
                    };
                };
                tokenTransfersList: {
                    tokenId: string;
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                scheduleRef: string | null;
                assessedCustomFees: {
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                    tokenId: string | null;
                    feeCollectorAccountId: string | null;
                }[];
                nftTransfers: {
                    [key: string]: {
                        [key: string]: string[];
                    };
                };
                automaticTokenAssociations: {
                    tokenId: string | null;
                    accountId: string | null;
                }[] | null;
                parentConsensusTimestamp: {
                    seconds: number;
                    nanos: number;
                } | null;
                aliasKey: string | null;
                ethereumHash: string | null;
                paidStakingRewards: {
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                prngBytes: string | null;
                prngNumber: number | null;
                evmAddress: string | null;
                newPendingAirdrops: {
                    tokenId: string;
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[] | null;
                /** @description true where the mirror answered: it does not show automaticTokenAssociations, newPendingAirdrops and contractFunctionResult, which are null, whatever the transaction did */
                partial?: boolean;
                duplicates: {
                    [key: string]: unknown;
                }[];
                children: {
                    [key: string]: unknown;
                }[];
            }[];
        };
        Receipt: {
            status: string;
            accountId: string | null;
            fileId: string | null;
            contractId: string | null;
            topicId: string | null;
            tokenId: string | null;
            scheduleId: string | null;
            exchangeRate: {
                hbars: number;
                cents: number;
                /** @description ISO 8601 */
                expirationTime: string;
            } | null;
            nextExchangeRate: {
                hbars: number;
                cents: number;
                /** @description ISO 8601 */
                expirationTime: string;
            } | null;
            topicSequenceNumber: (number | string) | null;
            topicRunningHash: string | null;
            totalSupply: (number | string) | null;
            scheduledTransactionId: string | null;
            serials: (number | string)[];
            nodeId: (number | string) | null;
            duplicates: {
                status: string;
                accountId: string | null;
                fileId: string | null;
                contractId: string | null;
                topicId: string | null;
                tokenId: string | null;
                scheduleId: string | null;
                exchangeRate: {
                    hbars: number;
                    cents: number;
                    /** @description ISO 8601 */
                    expirationTime: string;
                } | null;
                nextExchangeRate: {
                    hbars: number;
                    cents: number;
                    /** @description ISO 8601 */
                    expirationTime: string;
                } | null;
                topicSequenceNumber: (number | string) | null;
                topicRunningHash: string | null;
                totalSupply: (number | string) | null;
                scheduledTransactionId: string | null;
                serials: (number | string)[];
                nodeId: (number | string) | null;
                duplicates: {
                    [key: string]: unknown;
                }[];
                children: {
                    [key: string]: unknown;
                }[];
            }[];
            children: {
                status: string;
                accountId: string | null;
                fileId: string | null;
                contractId: string | null;
                topicId: string | null;
                tokenId: string | null;
                scheduleId: string | null;
                exchangeRate: {
                    hbars: number;
                    cents: number;
                    /** @description ISO 8601 */
                    expirationTime: string;
                } | null;
                nextExchangeRate: {
                    hbars: number;
                    cents: number;
                    /** @description ISO 8601 */
                    expirationTime: string;
                } | null;
                topicSequenceNumber: (number | string) | null;
                topicRunningHash: string | null;
                totalSupply: (number | string) | null;
                scheduledTransactionId: string | null;
                serials: (number | string)[];
                nodeId: (number | string) | null;
                duplicates: {
                    [key: string]: unknown;
                }[];
                children: {
                    [key: string]: unknown;
                }[];
            }[];
            /** @description there are more duplicates or children */
            truncated?: boolean;
        };
        Snapshot: {
            _sender: string;
            _jobId: string;
            chain: string;
            tokenId: string;
            /** @enum {unknown} */
            status: "PENDING" | "RUNNING" | "DONE" | "FAILED";
            progress: {
                /** @description written so far */
                holders: number;
            };
            timestamp: string | null;
            files: {
                json: {
                    cid: string | null;
                    /** @description where the node serves it */
                    url: string;
                    /** @description bytes */
                    size: number;
                };
                csv: {
                    cid: string | null;
                    /** @description where the node serves it */
                    url: string;
                    /** @description bytes */
                    size: number;
                };
            } | null;
            error: string | null;
            createdAt: string;
            finishedAt: string | null;
        };
        Pin: {
            cid: string;
            /** @description the wallet */
            owner: string;
            /** @description the wallet's chain */
            chain: string;
            /** @description Unix time of the pin, seconds */
            timestamp: number;
            /** @enum {unknown} */
            status: "queued" | "pinning" | "pinned" | "failed";
            /** @description why it failed, or is not pinned yet */
            error?: string;
            metadata?: {
                filename?: string;
                mimetype?: string;
                /** @description bytes */
                size?: number;
            };
        };
        Usage: {
            /** @description of the blocks of all pins, as the quota counts them */
            bytes: number;
            /** @description bytes that were unpinned and still count, until they are removed */
            released: number;
            /** @description pins in any status */
            pins: number;
            /** @description of these, pins that are queued or being fetched */
            pending: number;
            limits: {
                /** @description of `bytes` and `released` together; null: none */
                bytes: number | null;
                /** @description null: none */
                pins: number | null;
                /** @description pins that may be queued or being fetched */
                pending: number;
                /** @description bytes of one upload */
                fileSize: number;
            };
        };
        Upload: {
            /** @description the content identifier */
            cid: string;
            /** @description bytes */
            size: number;
            /** @description as detected from the first bytes */
            mimetype: string;
            filename: string;
        };
        Health: {
            /**
             * @description error if any component is down
             * @enum {unknown}
             */
            status: "ok" | "error";
            /** @description the components that are up */
            info: {
                [key: string]: {
                    /** @enum {unknown} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
            /** @description the components that are down, with a message, and since when (ISO 8601) they were found so */
            error: {
                [key: string]: {
                    /** @enum {unknown} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
            /** @description all components, with what each says of itself */
            details: {
                [key: string]: {
                    /** @enum {unknown} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
        };
        SystemInformation: {
            /** @description of the operating system */
            platform: string;
            /** @description its version */
            release: string;
            /** @description hardware id */
            machine: string;
            /** @description CPU architecture */
            arch: string;
            /** @description seconds */
            uptime: number;
            cpu: {
                /** @description percent over the last second */
                usage: number;
                /** @description cores */
                cpus: number;
                /** @description MHz */
                speed: number;
            };
            memory: {
                /** @description MB */
                totalMemMb: number;
                /** @description MB */
                usedMemMb: number;
                /** @description MB */
                freeMemMb: number;
                /** @description percent */
                usedMemPercentage: number;
                /** @description percent */
                freeMemPercentage: number;
            };
            drive: {
                /** @description GB */
                totalGb: string;
                /** @description GB */
                usedGb: string;
                /** @description GB */
                freeGb: string;
                /** @description percent */
                usedPercentage: string;
                /** @description percent */
                freePercentage: string;
            };
            network: {
                /** @description bytes received since the machine started */
                inputBytes: number;
                /** @description bytes sent */
                outputBytes: number;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        /** @description of the service, as its description names it, too */
                        version: string;
                    };
                };
            };
        };
    };
    getAuthWeb3Request: {
        parameters: {
            query?: {
                /** @description the chain that holds the account; the default one if absent */
                chain?: string;
                /** @description the only thing that the session may be used for */
                scope?: "ipfs:upload";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Challenge"];
                };
            };
        };
    };
    postAuthWeb3Login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The account that logs in (accountId, or as id or wallet). publicKey is the key that signed; it is required if the account has several keys. smartApp names the application. Other fields are repeated in the answer */
                    operator: {
                        /**
                         * an account id, such as 0.0.1001, 0.0.1001-abcde or hedera:testnet:0.0.1001
                         * @example 0.0.1001
                         */
                        accountId?: string;
                        /**
                         * an account id, such as 0.0.1001, 0.0.1001-abcde or hedera:testnet:0.0.1001
                         * @example 0.0.1001
                         */
                        id?: string;
                        /**
                         * an account id, such as 0.0.1001, 0.0.1001-abcde or hedera:testnet:0.0.1001
                         * @example 0.0.1001
                         */
                        wallet?: string;
                        publicKey?: string | {
                            key: string;
                        };
                        smartApp?: string;
                    };
                    signedData: {
                        signature?: components["schemas"]["Bytes"];
                        serverSigningAccount?: components["schemas"]["AccountId"];
                        signedPayload?: {
                            [key: string]: unknown;
                        } | string;
                        userSignature?: components["schemas"]["Bytes"];
                    };
                    payload?: {
                        [key: string]: unknown;
                    } | string;
                    /**
                     * @description the only thing that the session may be used for
                     * @enum {unknown}
                     */
                    scope?: "ipfs:upload";
                    /**
                     * six digits
                     * @description of the second factor, for those who have one
                     * @example 123456
                     */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
        };
    };
    postAuthSessionsRevokeAll: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description how many sessions were ended */
                        revoked: number;
                    };
                };
            };
        };
    };
    getAuthWeb3Logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        logout: boolean;
                        message: string;
                    };
                };
            };
        };
    };
    postAuthWeb3Logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        logout: boolean;
                        message: string;
                    };
                };
            };
        };
    };
    postAuthMultisigRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    /**
                     * @description how long the owners have to sign
                     * @default 24
                     */
                    hours?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletLogin"];
                };
            };
        };
    };
    getAuthMultisigRequests: {
        parameters: {
            query: {
                /** @example 0.0.1001 */
                walletId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletLogin"][];
                };
            };
        };
    };
    getAuthMultisigRequestById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletLogin"];
                };
            };
        };
    };
    postAuthMultisigSign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * a login's id
                     * @example 4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11
                     */
                    id: string;
                    /** @description 64 bytes, or a SignatureMap with the signatures of several owners */
                    signature: components["schemas"]["Bytes"];
                    /** @description the key that signed, where the signature names none */
                    publicKey?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletLogin"];
                };
            };
        };
    };
    postAuthMultisigSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * a login's id
                     * @example 4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11
                     */
                    id: string;
                    /**
                     * the six digits that the authenticator shows
                     * @example 123456
                     */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletSession"];
                };
            };
        };
    };
    postAuthMultisigRevoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description how many sessions were ended */
                        revoked: number;
                        /** @description how many open logins of the wallet were deleted */
                        logins: number;
                    };
                };
            };
        };
    };
    getAuthProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    postAuthProfileEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an e-mail address
                     * @example ada@example.org
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    deleteAuthProfileEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    postAuthProfileEmailConfirm: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * the code in the message, four groups of four characters
                     * @example 7H2K-0QXM-R4TW-9B3F
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    postAuth2fa: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactor"];
                };
            };
        };
    };
    deleteAuth2fa: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * the six digits that the authenticator shows
                     * @example 123456
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactor"];
                };
            };
        };
    };
    postAuth2faVerify: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * the six digits that the authenticator shows
                     * @example 123456
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactor"];
                };
            };
        };
    };
    getWellKnownJwksJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
        };
    };
    getAuthRevocations: {
        parameters: {
            query?: {
                /** @description ISO 8601, or milliseconds since the epoch; from the beginning if absent */
                since?: string;
                /** @description as `next` has it: the last token of the page before */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        revocations: {
                            tokenId: string;
                            expiresAt: string;
                        }[];
                        timestamp: string;
                        next?: string;
                    };
                };
            };
        };
    };
    postHcs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key?: components["schemas"]["Key"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    /**
                     * a consensus timestamp, seconds.nanoseconds
                     * @description seconds.nanoseconds; digits that are left out at the end are zeros
                     * @example 1700000000.000000001
                     */
                    validatorConsensusTimestamp?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    getHcsByTopic: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        topicId: string;
                        topicMemo: string;
                        /** @description of the newest message; 0 if there is none */
                        sequenceNumber: string;
                        expirationTime: string | null;
                        adminKey: string[];
                        submitKey: string[];
                        autoRenewAccountId: string | null;
                        ledgerId: string;
                    };
                };
            };
        };
    };
    putHcsByTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description at most 100 bytes */
                    memo: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    deleteHcsByTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHcsMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                    signature?: components["schemas"]["Bytes"];
                    /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsBurnNftByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    serialNumbers: number[];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsBurnTokenByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: components["schemas"]["PositiveAmount"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsCreateToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    symbol: string;
                    treasuryAccountId?: components["schemas"]["AccountId"];
                    decimals?: number;
                    /** @description an amount in the token's smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    initialSupply?: components["schemas"]["Amount"];
                    /** @description 0 infinite, 1 finite */
                    supplyType?: {
                        /** @enum {unknown} */
                        _code: 0 | 1;
                    };
                    /** @description an amount in the token's smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    maxSupply?: components["schemas"]["Amount"];
                    /** @description an amount in tinybars: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    maxTransactionFee?: components["schemas"]["Amount"];
                    /** @description 0 fungible, 1 non-fungible */
                    tokenType?: {
                        /** @enum {unknown} */
                        _code: 0 | 1;
                    };
                    freezeKey?: boolean;
                    pauseKey?: boolean;
                    adminKey?: boolean;
                    kycKey?: boolean;
                    wipeKey?: boolean;
                    supplyKey?: boolean;
                    feeScheduleKey?: boolean;
                    customFees?: {
                        /** @enum {unknown} */
                        feeType: "fixed" | "fractional" | "royalty";
                        /** @description an amount in tinybars, or the smallest unit of the denominating token if one is named: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        amount?: components["schemas"]["Amount"];
                        denominatingTokenId?: components["schemas"]["TokenId"];
                        /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        numerator?: components["schemas"]["Amount"];
                        /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        denominator?: components["schemas"]["Amount"];
                        /** @description an amount in the token's own smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        minimumAmount?: components["schemas"]["Amount"];
                        /** @description an amount in the token's own smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        maximumAmount?: components["schemas"]["Amount"];
                        netOfTransfers?: boolean;
                        /** @description hbarAmount in tinybars, or amount of denominatingTokenId */
                        fallbackFee?: {
                            /** @description an amount in tinybars: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            hbarAmount?: components["schemas"]["Amount"];
                            /** @description an amount in tinybars, or the smallest unit of the denominating token if one is named: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount?: components["schemas"]["Amount"];
                            denominatingTokenId?: components["schemas"]["TokenId"];
                        };
                        feeCollectorAccountId: components["schemas"]["AccountId"];
                        allCollectorsAreExempt?: boolean;
                    }[];
                    freezeDefault?: boolean;
                    /**
                     * a consensus timestamp, seconds.nanoseconds
                     * @description seconds.nanoseconds; digits that are left out at the end are zeros
                     * @example 1700000000.000000001
                     */
                    validatorConsensusTimestamp?: string;
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    deleteHtsDeleteByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsFreezeByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsUnfreezeByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsGrantKycByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsRevokeKycByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsMintNftByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the text of each NFT, or one text that each of them gets */
                    metadata: string[];
                    /** @description the number of metadata entries if absent */
                    quantity?: number;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsMintTokenByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: components["schemas"]["PositiveAmount"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsPauseByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsUnpauseByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    patchHtsUpdateByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentTreasury?: components["schemas"]["AccountId"];
                    newTreasuryKey?: components["schemas"]["Key"];
                    name?: string;
                    symbol?: string;
                    /** @description at most 100 bytes */
                    memo?: string;
                    newTreasuryAccountId?: components["schemas"]["AccountId"];
                    adminKey?: components["schemas"]["Key"];
                    kycKey?: components["schemas"]["Key"];
                    freezeKey?: components["schemas"]["Key"];
                    wipeKey?: components["schemas"]["Key"];
                    supplyKey?: components["schemas"]["Key"];
                    feeScheduleKey?: components["schemas"]["Key"];
                    pauseKey?: components["schemas"]["Key"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    patchHtsUpdateFees: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    customFees: {
                        fixed_fees?: {
                            /** @description an amount in tinybars, or the smallest unit of the denominating token if one is named: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount: components["schemas"]["Amount"];
                            denominating_token_id?: components["schemas"]["TokenId"] | null;
                            collector_account_id: components["schemas"]["AccountId"];
                            all_collectors_are_exempt?: boolean;
                        }[];
                        fractional_fees?: {
                            amount: {
                                /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                numerator: components["schemas"]["Amount"];
                                /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                denominator: components["schemas"]["Amount"];
                            };
                            minimum?: components["schemas"]["Amount"] | null;
                            maximum?: components["schemas"]["Amount"] | null;
                            net_of_transfers?: boolean;
                            denominating_token_id?: components["schemas"]["TokenId"] | null;
                            collector_account_id: components["schemas"]["AccountId"];
                            all_collectors_are_exempt?: boolean;
                        }[];
                        royalty_fees?: {
                            amount: {
                                /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                numerator: components["schemas"]["Amount"];
                                /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                denominator: components["schemas"]["Amount"];
                            };
                            fallback_fee?: {
                                /** @description an amount in tinybars, or the smallest unit of the denominating token if one is named: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                amount: components["schemas"]["Amount"];
                                denominating_token_id?: components["schemas"]["TokenId"] | null;
                            } | null;
                            collector_account_id: components["schemas"]["AccountId"];
                            all_collectors_are_exempt?: boolean;
                        }[];
                    };
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsWipeNftByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    serialNumbers: number[];
                    account_id: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsWipeTokenByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: components["schemas"]["PositiveAmount"];
                    account_id: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * a consensus timestamp, seconds.nanoseconds
                     * @description seconds.nanoseconds; digits that are left out at the end are zeros
                     * @example 1700000000.000000001
                     */
                    validatorConsensusTimestamp?: string;
                    /** @description at most 100 bytes */
                    memo?: string;
                    /** @description an amount in tinybars: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    balance?: components["schemas"]["Amount"];
                    /** @description -1 is unlimited */
                    maxAutomaticTokenAssociations?: number;
                    isReceiverSignatureRequired?: boolean;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    getAccountsByWallet: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description tinybars */
                        balance: string;
                        accountId: string;
                        contractAccountId: string | null;
                        isDeleted: boolean;
                        /** @description the ledger has none any more */
                        proxyAccountId: null;
                        /** @description tinybars */
                        proxyReceived: string;
                        key: string | null;
                        /** @description tinybars */
                        sendRecordThreshold: string;
                        /** @description tinybars */
                        receiveRecordThreshold: string;
                        isReceiverSignatureRequired: boolean;
                        expirationTime: string | null;
                        autoRenewPeriod: {
                            seconds: {
                                low: number;
                                high: number;
                                unsigned: boolean;
                            };
                        };
                        accountMemo: string;
                        /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                        ownedNfts: number | string;
                        /** @description the account holds more tokens than are looked at: ownedNfts counts a part of them */
                        truncated?: boolean;
                        maxAutomaticTokenAssociations: number;
                        aliasKey: string | null;
                        ledgerId: string;
                        /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                        ethereumNonce: number | string;
                        stakingInfo: {
                            declineStakingReward: boolean;
                            stakePeriodStart: string | null;
                            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                            pendingReward: number | string;
                            stakedToMe: (number | string) | null;
                            stakedAccountId: string | null;
                            stakedNodeId: number | null;
                        };
                    };
                };
            };
        };
    };
    putAccountsByWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description at most 100 bytes */
                    memo?: string;
                    /** @description -1 is unlimited */
                    maxAutomaticTokenAssociations?: number;
                    isReceiverSignatureRequired?: boolean;
                    /**
                     * the id of a consensus node, or -1 for none
                     * @description a consensus node; -1 ends staking
                     */
                    stakingNode?: number;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    deleteAccountsByWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    transferAccountId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsAllowanceApprove: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    type: "hbar" | "token" | "nft";
                    ownerAccountId?: components["schemas"]["AccountId"];
                    spenderAccountId?: components["schemas"]["AccountId"];
                    tokenId?: components["schemas"]["TokenId"];
                    /** @description an amount in tinybars for hbar, the smallest unit of tokenId for token: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount?: components["schemas"]["Amount"];
                    serialNumbers?: number[];
                    allSerials?: boolean;
                    /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsAllowanceDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    type: "hbar" | "token" | "nft";
                    ownerAccountId?: components["schemas"]["AccountId"];
                    spenderAccountId?: components["schemas"]["AccountId"];
                    tokenId?: components["schemas"]["TokenId"];
                    /** @description an amount in tinybars for hbar, the smallest unit of tokenId for token: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount?: components["schemas"]["Amount"];
                    serialNumbers?: number[];
                    allSerials?: boolean;
                    /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsTransferAtomicSwap: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token_id: components["schemas"]["TokenId"];
                    decimals?: number;
                    amount: components["schemas"]["PositiveAmount"];
                    /** @description what `to` gives for it. If absent, the `swapConditions.prices` of the validator of `from`; nothing without a validator */
                    counter?: {
                        token_id: "HBAR" | components["schemas"]["TokenId"];
                        /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        amount: components["schemas"]["PositiveAmount"];
                        decimals?: number;
                    };
                    /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsTransferHbar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description an amount in tinybars: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount: components["schemas"]["PositiveAmount"];
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsTransferNft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    nft: components["schemas"]["TokenId"];
                    serial_number: number;
                    /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsTransferToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token_id: components["schemas"]["TokenId"];
                    amount: components["schemas"]["PositiveAmount"];
                    decimals?: number;
                    /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description answer bytes, whoever asks */
                    isOfflineTransaction?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postTransactionsSubmit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description bytes: the answer of a write, signed by the wallet; or unchanged, together with the signature of a key of the payer (64 bytes or a SignatureMap) */
        requestBody: {
            content: {
                "application/json": {
                    bytes: components["schemas"]["Bytes"];
                    signature?: components["schemas"]["Bytes"];
                };
            };
        };
        responses: {
            /** @description Executed: the data of the receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteSuccess"];
                };
            };
            /** @description Submitted; the outcome is not known yet: GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postValidatorsAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountValidator"];
            };
        };
        responses: {
            /** @description The consensus timestamp that names it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getValidatorsAccountsByTimestamp: {
        parameters: {
            query?: {
                /** @description the default one if absent */
                chain?: string;
            };
            header?: never;
            path: {
                /** @description the consensus timestamp that names it */
                timestamp: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountValidator"];
                };
            };
        };
    };
    postValidatorsConsensus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopicValidator"];
            };
        };
        responses: {
            /** @description The consensus timestamp that names it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getValidatorsConsensusByTimestamp: {
        parameters: {
            query?: {
                /** @description the default one if absent */
                chain?: string;
            };
            header?: never;
            path: {
                /** @description the consensus timestamp that names it */
                timestamp: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicValidator"];
                };
            };
        };
    };
    postValidatorsTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenValidator"];
            };
        };
        responses: {
            /** @description The consensus timestamp that names it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getValidatorsTokensByTimestamp: {
        parameters: {
            query?: {
                /** @description the default one if absent */
                chain?: string;
            };
            header?: never;
            path: {
                /** @description the consensus timestamp that names it */
                timestamp: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenValidator"];
                };
            };
        };
    };
    getValidatorsBindings: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Binding"][];
                };
            };
        };
    };
    getValidatorsBindingsByEntityId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description of any of the three
                 * @example 0.0.1001
                 */
                entityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Binding"];
                };
            };
        };
    };
    getValidatorsDecisions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /**
                 * @description a DAO's topic; without it, what I handed in
                 * @example 0.0.1001
                 */
                topicId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Opening"][];
                };
            };
        };
    };
    getValidatorsDecisionsOffers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionOffer"][];
                };
            };
        };
    };
    postWalletsSign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    dao: components["schemas"]["DecisionReference"];
                    /** @description of a scheduled request: those of the ScheduleSign */
                    bodyBytes?: components["schemas"]["Bytes"];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletSignature"];
                };
            };
        };
    };
    getMirrorsHcsTopicsMessages: {
        parameters: {
            query?: {
                /** @description of the messages: base64 or utf-8 */
                encoding?: "base64" | "utf-8" | "utf8" | "UTF-8";
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description a sequence number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                sequencenumber?: string | string[];
                /** @description a sequence number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                sequenceNumber?: string | string[];
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicMessage"][];
                };
            };
        };
    };
    getMirrorsHcsTopicsMessagesBySequenceNumber: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                topic: string;
                /** @example 1 */
                sequenceNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicMessage"];
                };
            };
        };
    };
    getMirrorsHcsTopicsMessagesByTimestamp: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 1700000000.000000001 */
                timestamp: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicStatus"];
                };
            };
        };
    };
    getMirrorsHtsTokensByToken: {
        parameters: {
            query?: {
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MirrorToken"];
                };
            };
        };
    };
    getMirrorsHtsTokensBalances: {
        parameters: {
            query?: {
                /** @description a balance in smallest units; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.balance"?: string | string[];
                /** @description a balance in smallest units; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountBalance?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.id"?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountId?: string | string[];
                /** @description a public key in hex; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.publickey"?: string | string[];
                /** @description a public key in hex; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountPublicKey?: string | string[];
                /** @description a public key in hex; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountPublickey?: string | string[];
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenBalances"];
                };
            };
        };
    };
    getMirrorsHtsTokensNfts: {
        parameters: {
            query?: {
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.id"?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountId?: string | string[];
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialnumber?: string | string[];
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialNumber?: string | string[];
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Nfts"];
                };
            };
        };
    };
    getMirrorsHtsTokensNftsBySerialNumber: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                token: string;
                /** @example 1 */
                serialNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Nfts"];
                };
            };
        };
    };
    getMirrorsHtsTokensNftsTransactions: {
        parameters: {
            query?: {
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialnumber?: string | string[];
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialNumber?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.id"?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountId?: string | string[];
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NftTransfer"][];
                };
            };
        };
    };
    getMirrorsAccountsByWallet: {
        parameters: {
            query?: {
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description false leaves the transactions out */
                transactions?: "true" | "false";
                /** @example CRYPTOTRANSFER */
                transactiontype?: string;
                /** @example CRYPTOTRANSFER */
                transactionType?: string;
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MirrorAccount"];
                };
            };
        };
    };
    getMirrorsAccountsNfts: {
        parameters: {
            query?: {
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialnumber?: string | string[];
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialNumber?: string | string[];
                /** @description a token; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "token.id"?: string | string[];
                /** @description a token; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                tokenId?: string | string[];
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Nfts"];
                };
            };
        };
    };
    getMirrorsAccountsRewards: {
        parameters: {
            query?: {
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rewards"];
                };
            };
        };
    };
    getMirrorsAccountsTokens: {
        parameters: {
            query?: {
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description a token; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "token.id"?: string | string[];
                /** @description a token; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                tokenId?: string | string[];
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenRelationship"][];
                };
            };
        };
    };
    getMirrorsTransactionsByTransaction: {
        parameters: {
            query?: {
                /** @description 0 for what users submit */
                nonce?: number;
                /** @description true (or empty) for the execution of a schedule, or false */
                scheduled?: "true" | "false" | "";
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001@1700000000.000000001 */
                transaction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MirrorTransaction"];
                };
            };
        };
    };
    getMirrorsTransactionsStateproof: {
        parameters: {
            query?: {
                /** @description 0 for what users submit */
                nonce?: number;
                /** @description true (or empty) for the execution of a schedule, or false */
                scheduled?: "true" | "false" | "";
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001@1700000000.000000001 */
                transaction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateProof"];
                };
            };
        };
    };
    getMirrorsTransactionsSchedulesBySchedule: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /**
                 * @description a schedule, such as 0.0.1001
                 * @example 0.0.1001
                 */
                schedule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MirrorSchedule"];
                };
            };
        };
    };
    getTransactionsQueryByTransaction: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
                /** @description true (or empty) for the execution of a schedule, or false */
                scheduled?: "true" | "false" | "";
                /** @description 0 for what users submit */
                nonce?: number;
            };
            header?: never;
            path: {
                /** @description 0.0.n@s.n or 0.0.n-s-n, with ?scheduled or /nonce */
                transaction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    getTransactionsReceiptByTransaction: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
                /** @description true (or empty) for the execution of a schedule, or false */
                scheduled?: "true" | "false" | "";
                /** @description 0 for what users submit */
                nonce?: number;
            };
            header?: never;
            path: {
                /** @description 0.0.n@s.n or 0.0.n-s-n, with ?scheduled or /nonce */
                transaction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    getAccountsBalance: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
                /** @example 0.0.1001 */
                tokenId?: string;
                /** @example 0.0.1001 */
                token?: string;
                /** @example 0.0.1001 */
                "token.id"?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        wallet: string;
                        hbars: {
                            /** @description tinybars */
                            _valueInTinybar: string;
                        };
                        tokens: {
                            tokenId: string;
                            balance: string;
                            decimals: string;
                        }[];
                        /** @description the account holds more tokens: ask for one, or read them all at /mirrors/accounts */
                        truncated?: boolean;
                    };
                };
            };
        };
    };
    getAccountsPublicKey: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DER in hex */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getHtsTokenByToken: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokenId: string;
                        name: string;
                        symbol: string;
                        decimals: number;
                        /** @description in smallest units */
                        totalSupply: string;
                        treasuryAccountId: string | null;
                        adminKey: string | null;
                        kycKey: string | null;
                        freezeKey: string | null;
                        pauseKey: string | null;
                        wipeKey: string | null;
                        supplyKey: string | null;
                        feeScheduleKey: string | null;
                        defaultFreezeStatus: boolean | null;
                        pauseStatus: boolean | null;
                        isDeleted: boolean;
                        autoRenewAccountId: string | null;
                        autoRenewPeriod: (number | string) | null;
                        expirationTime: string | null;
                        tokenMemo: string;
                        customFees: {
                            fixed_fees: {
                                [key: string]: unknown;
                            }[];
                            fractional_fees: {
                                [key: string]: unknown;
                            }[];
                            royalty_fees: {
                                [key: string]: unknown;
                            }[];
                        };
                        tokenType: string;
                        supplyType: string | null;
                        maxSupply: string | null;
                        ledgerId: string;
                    };
                };
            };
        };
    };
    getHtsNftBySerialNumber: {
        parameters: {
            query?: {
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                token: string;
                /** @example 1 */
                serialNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nftId: {
                            tokenId: string;
                            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                            serialNumber: number | string;
                        };
                        accountId: string | null;
                        creationTime: string | null;
                        /** @description base64 */
                        metadata: string;
                        ledgerId: string;
                        spenderId: string | null;
                    }[];
                };
            };
        };
    };
    getHcsMessages: {
        parameters: {
            query?: {
                /** @description a sequence number */
                start?: number;
                /** @description a sequence number */
                end?: number;
                /** @description maximum number of entries */
                limit?: number;
                /** @description a URL whose host is one of WEBHOOK_HOSTS */
                callbackSuccess?: string;
                /** @description a URL whose host is one of WEBHOOK_HOSTS */
                callbackError?: string;
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["TopicMessage"][];
                        links: {
                            next: string | null;
                        };
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveryId: string;
                        topicId: string;
                        /** @description x-quorate-signature is sha256=HMAC-SHA256(secret, x-quorate-timestamp + "." + body) in hex; deliveryId and page in the body tell a page that is sent again, and an old timestamp one that others repeat */
                        secret: string;
                    };
                };
            };
        };
    };
    postSnapshotsGenerateByTokenId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1001 */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _sender: string;
                        _jobId: string;
                    };
                };
            };
        };
    };
    getSnapshotsByJobId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the _jobId */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
        };
    };
    getSnapshotsByFormat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description the _jobId */
                jobId: string;
                format: "json" | "csv";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the holders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        chain: string;
                        tokenId: string;
                        name: string;
                        symbol: string;
                        decimals: number;
                        /** @description seconds.nanoseconds */
                        timestamp: string;
                        holders: {
                            account: string;
                            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                            balance: number | string;
                        }[];
                        count: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getSmartNodeNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: {
                            walletId: string;
                            operator: {
                                id: string;
                                name: string;
                            };
                            /**
                             * @description INACTIVE: it does not answer heartbeats
                             * @enum {unknown}
                             */
                            status: "ACTIVE" | "INACTIVE";
                            details: {
                                metadata: {
                                    name: string;
                                    description: string;
                                };
                            };
                        };
                        trustScore: {
                            score: number;
                            timestamp: string | null;
                        };
                        type: string;
                        clusters: {
                            id: string;
                            name: string;
                            nodes: string[];
                        }[];
                        dkgId: string | null;
                    }[];
                };
            };
        };
    };
    postSmartNodeHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    nonce: string;
                    /** Format: date-time */
                    timestamp: string;
                    /** @description which members the sender finds alive */
                    sees: {
                        [key: string]: boolean;
                    };
                    /**
                     * 64 bytes in lower-case hex
                     * @description over the line "Quorate heartbeat v1" and the RFC 8785 JSON of the rest, hex
                     * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                     */
                    signature: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: components["schemas"]["AccountId"];
                        to: components["schemas"]["AccountId"];
                        nonce: string;
                        /** Format: date-time */
                        timestamp: string;
                        /** @description which members the sender finds alive */
                        sees: {
                            [key: string]: boolean;
                        };
                        /**
                         * 64 bytes in lower-case hex
                         * @description over the line "Quorate heartbeat v1" and the RFC 8785 JSON of the rest, hex
                         * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                         */
                        signature: string;
                    };
                };
            };
        };
    };
    getSmartNodeIdentifier: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: string;
                        /** @description DER in hex */
                        publicKey: string;
                        url: string;
                        nft: {
                            id: string | null;
                            serialNumber: number | null;
                            name: string;
                            description: string;
                            attributes: {
                                tier: string;
                                region: string;
                                permissions: string[];
                            };
                        };
                    };
                };
            };
        };
    };
    getSmartNodeStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        node: {
                            /**
                             * @description offline: too few members of the network are there
                             * @enum {unknown}
                             */
                            status: "online" | "offline";
                            /** @description ISO 8601 */
                            lastSeen: string;
                            metrics: {
                                /** @description percent in use */
                                cpu: string;
                                /** @description percent in use */
                                memory: string;
                                /** @description live members of all */
                                network: string;
                            };
                        };
                        ipfs: {
                            connected: boolean;
                            peers: number;
                            storage: {
                                pinned: number;
                                available: string;
                            };
                        };
                    };
                };
            };
        };
    };
    getSmartNodeUtilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        id: string;
                        treasury: string | null;
                        decimals: string;
                    }[];
                };
            };
        };
    };
    getIpfsByCid: {
        parameters: {
            query?: {
                /** @description the name that it is to be saved under */
                filename?: string;
                /** @description a block, or several as CAR, for other nodes */
                format?: "raw" | "car";
                /** @description blocks of a CAR in addition to those of the path: the block at its end; those of the file or of the directory's list of names; or all below it (default) */
                "dag-scope"?: "block" | "entity" | "all";
                /**
                 * @description of a CAR, the bytes of a file whose blocks are sent, `from:to`: both inclusive, negative ones from the end, `*` for the last; dag-scope is `entity` then
                 * @example 0:1023
                 */
                "entity-bytes"?: string;
            };
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the bytes; a block or an archive of blocks if requested */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                };
            };
            /** @description the bytes of the range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description still the same */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpfsByPath: {
        parameters: {
            query?: {
                /** @description the name that it is to be saved under */
                filename?: string;
                /** @description a block, or several as CAR, for other nodes */
                format?: "raw" | "car";
                /** @description blocks of a CAR in addition to those of the path: the block at its end; those of the file or of the directory's list of names; or all below it (default) */
                "dag-scope"?: "block" | "entity" | "all";
                /**
                 * @description of a CAR, the bytes of a file whose blocks are sent, `from:to`: both inclusive, negative ones from the end, `*` for the last; dag-scope is `entity` then
                 * @example 0:1023
                 */
                "entity-bytes"?: string;
            };
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
                /** @description a path below it */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the bytes; a block or an archive of blocks if requested */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                };
            };
            /** @description the bytes of the range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description still the same */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpfsFileByCid: {
        parameters: {
            query?: {
                /** @description the name that it is to be saved under */
                filename?: string;
            };
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the bytes, under the media type that was detected from the first of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "audio/mpeg": unknown;
                    "application/pdf": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
            /** @description the bytes of the range, under the media type of the file */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "audio/mpeg": unknown;
                    "application/pdf": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
            /** @description still the same */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpfsFileByPath: {
        parameters: {
            query?: {
                /** @description the name that it is to be saved under */
                filename?: string;
            };
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
                /** @description a path below it */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the bytes, under the media type that was detected from the first of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "audio/mpeg": unknown;
                    "application/pdf": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
            /** @description the bytes of the range, under the media type of the file */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "audio/mpeg": unknown;
                    "application/pdf": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
            /** @description still the same */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpfsMetadataByCid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the JSON as it is stored, its addresses of content being addresses of this node */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name?: unknown;
                        image?: unknown;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getIpfsMetadataByPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
                /** @description a path below it */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the JSON as it is stored, its addresses of content being addresses of this node */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name?: unknown;
                        image?: unknown;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getIpfsPinByCid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pin"];
                };
            };
        };
    };
    postIpfsPinByCid: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filename?: string;
                    mimetype?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pin"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pin"];
                };
            };
        };
    };
    deleteIpfsUnpinByCid: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cid: string;
                        /** @description the wallet */
                        owner: string;
                        /** @description the wallet's chain */
                        chain: string;
                        /** @description Unix time of the pin, seconds */
                        timestamp: number;
                        metadata?: {
                            filename?: string;
                            mimetype?: string;
                            /** @description bytes */
                            size?: number;
                        };
                        /** @enum {string} */
                        status: "unpinned";
                    };
                };
            };
        };
    };
    getIpfsPins: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                status?: "queued" | "pinning" | "pinned" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pin"][];
                };
            };
        };
    };
    getIpfsUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    postIpfsUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    getHealthCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getHealthLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
        };
    };
    getHealthReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        status: "ok" | "error";
                        /** @description what is not there yet, or not any more */
                        waitingFor: string[];
                    };
                };
            };
        };
    };
    getHealthInfos: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemInformation"];
                };
            };
        };
    };
}
