import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/**
 * DAOs, their members over time, proposals and votes. A poll is a proposal's running count. Records that are to be
 * written on a topic wait in `record`, and each transaction that writes one is stored in `submission` before it is
 * submitted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...statements, ...rules, ...discussion, castVotes]) await statement.execute(db)
}

const statements = [
  sql`
    create table governance.dao (
      dao_id uuid primary key,
      sequence bigint generated always as identity unique,
      chain text not null,
      name text not null,
      description text not null,
      owner text not null,
      inactive boolean not null default false,
      topic_id text,
      threshold double precision not null,
      min_voting_period double precision not null,
      token_weighted boolean not null,
      token_id text,
      decimals integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      voting_delay double precision not null default 0,
      member_count integer not null default 0,
      further_rules jsonb not null default '{}',
      rules_number integer not null default 1
    )`,
  sql`create index dao_chain on governance.dao (chain, sequence)`,
  sql`create index dao_owner on governance.dao (chain, owner, sequence)`,
  sql`
    create table governance.member (
      id bigint generated always as identity primary key,
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      added_at timestamptz not null,
      removed_at timestamptz,
      chain text,
      dao_sequence bigint
    )`,
  sql`create index on governance.member (dao_id, account)`,
  sql`create unique index member_now on governance.member (dao_id, account) where removed_at is null`,
  sql`create index on governance.member (dao_id, id) where removed_at is null`,
  sql`create index member_daos on governance.member (chain, account, dao_sequence)`,
  sql`create index member_daos_now on governance.member (chain, account, dao_sequence) where removed_at is null`,
  sql`
    create table governance.proposal (
      proposal_id uuid primary key,
      sequence bigint generated always as identity unique,
      dao_id uuid not null references governance.dao,
      title text not null,
      description text not null,
      creator text not null,
      status text not null,
      cancelled boolean not null default false,
      options text[] not null,
      quorum double precision,
      proposal_data json not null,
      start_at timestamptz not null,
      end_at timestamptz not null,
      electorate_root text,
      electorate_size integer,
      eligible_weight numeric,
      winner text,
      decision_record bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      begun boolean not null default false,
      valid_until text,
      skeletons text[] not null default '{}',
      record_hash text not null default '',
      cancel_signed boolean not null default false,
      voting_method text not null default 'single',
      quorum_fraction text,
      voting_rules jsonb not null,
      ballot_key jsonb,
      ballot_secret text,
      closing_record bigint,
      optimistic boolean not null default false,
      area text collate "C"
    )`,
  sql`create index on governance.proposal (dao_id, sequence)`,
  sql`create index on governance.proposal (dao_id, sequence) where status = 'ACTIVE'`,
  sql`create index on governance.proposal (dao_id, start_at) where begun`,
  sql`create index on governance.proposal (creator) where status in ('PENDING', 'ACTIVE')`,
  sql`create index on governance.proposal (dao_id, sequence) where status in ('PENDING', 'ACTIVE')`,
  sql`create index proposal_status on governance.proposal (dao_id, status, sequence)`,
  // The passed proposals that an account may veto, in DAOs that it need not be a member of.
  sql`
    create index proposal_veto on governance.proposal ((voting_rules ->> 'veto'), sequence)
    where status = 'PASSED' and voting_rules ->> 'veto' is not null`,
  sql`
    create table governance.poll (
      proposal_id uuid primary key references governance.proposal,
      open boolean not null default true,
      cast_count integer not null default 0,
      tally jsonb not null,
      batching boolean not null default false,
      batched integer not null default 0,
      batches integer not null default 0,
      voters integer not null default 0,
      weight numeric not null default 0
    ) with (fillfactor = 40)`,
  sql`
    create table governance.vote (
      proposal_id uuid not null,
      number integer not null,
      voter text collate "C" not null,
      choice smallint,
      choices smallint[],
      shares smallint[],
      parts jsonb,
      sealed text,
      invalid text,
      weight numeric not null,
      comment text,
      proof jsonb,
      cast_at timestamptz not null,
      revision smallint not null default 1,
      replaced boolean not null default false,
      primary key (proposal_id, number),
      unique (proposal_id, voter, revision)
    )`,
  sql`
    create table governance.batch (
      proposal_id uuid not null,
      number integer not null,
      first integer not null,
      last integer not null,
      root text not null,
      leaves text not null,
      record_id bigint not null,
      primary key (proposal_id, number)
    )`,
  sql`
    create table governance.weight (
      proposal_id uuid not null,
      account text collate "C" not null,
      weight numeric,
      eligible numeric,
      primary key (proposal_id, account)
    )`,
  sql`
    create table governance.record (
      id bigint generated always as identity primary key,
      dao_id uuid not null references governance.dao,
      content bytea not null,
      anchored boolean not null default false,
      consensus_timestamp text,
      created_at timestamptz not null,
      attempt integer not null default 1,
      completed_timestamp text
    )`,
  sql`create index on governance.record (dao_id, id) where not anchored`,
  sql`create index on governance.record (dao_id, id) where anchored and consensus_timestamp is null`,
  sql`create index on governance.record (dao_id, consensus_timestamp)`,
  sql`
    create table governance.submission (
      name text primary key,
      transaction_id text not null,
      node_id text not null,
      body_bytes bytea not null,
      expires_at timestamptz not null,
      receipt jsonb
    )`,
  sql`
    create table governance.membership_change (
      id bigint generated always as identity primary key,
      dao_id uuid not null references governance.dao,
      account text not null,
      change text not null,
      changed_at timestamptz not null
    )`,
  sql`create index on governance.membership_change (dao_id, id)`,
  // It refers to a later table.
  sql`alter table governance.proposal add foreign key (closing_record) references governance.record`,
  ...budgetTable('governance.spending'),
]

/**
 * Rules: all versions of a DAO's rules. `voting_rules` of a proposal are those that decide it. Delegations: all that
 * members ever gave; `current` marks the last one of each account. `joint_signature` collects the signatures of a
 * wallet's owners until they satisfy its key, for a veto or an immediate change of rules: each key has at most one
 * signature per subject.
 */
const rules = [
  sql`
    create table governance.rules (
      dao_id uuid not null references governance.dao,
      number integer not null,
      voting_rules jsonb not null,
      members jsonb,
      proposal_id uuid,
      emergency jsonb,
      changed_at timestamptz not null,
      primary key (dao_id, number)
    )`,
  sql`create unique index on governance.rules (proposal_id) where proposal_id is not null`,
  sql`
    create table governance.delegation (
      id bigint generated always as identity primary key,
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      number integer not null,
      delegate text collate "C",
      changed_at timestamptz not null,
      proof jsonb,
      current boolean not null default true,
      recorded boolean not null default false,
      area text collate "C",
      ended_at timestamptz,
      unique (dao_id, account, number)
    )`,
  sql`create index on governance.delegation (dao_id, id) where not recorded`,
  sql`create index on governance.delegation (dao_id, id) where current and delegate is not null`,
  sql`create index on governance.delegation (dao_id, delegate, id) where current`,
  sql`
    create table governance.veto (
      proposal_id uuid primary key references governance.proposal,
      account text not null,
      reason text,
      proof jsonb not null,
      vetoed_at timestamptz not null,
      record_id bigint references governance.record
    )`,
  sql`
    create table governance.joint_signature (
      subject uuid not null,
      public_key text collate "C" not null,
      account text collate "C" not null,
      text_signed text not null,
      body jsonb not null,
      signature text not null,
      given_at timestamptz not null,
      primary key (subject, public_key)
    )`,
  sql`create index joint_signature_age on governance.joint_signature (given_at)`,
  // Why the multi-signature service did not open the wallet request that a passed proposal permits.
  sql`
    create table governance.wallet_refusal (
      proposal_id uuid primary key references governance.proposal on delete cascade,
      code text collate "C",
      message text not null,
      refused_at timestamptz not null
    )`,
]

/** Drafts and comments, statements of delegates, accounts that are named as treasuries, and notices. */
const discussion = [
  // A comment is on a draft, or on the proposal made from it, which has the same id.
  sql`
    create table governance.draft (
      draft_id uuid primary key,
      sequence bigint generated always as identity unique,
      dao_id uuid not null references governance.dao,
      chain text not null,
      author text collate "C" not null,
      revision integer not null default 1,
      content json not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`,
  sql`create index on governance.draft (dao_id, sequence)`,
  sql`create index on governance.draft (chain, author)`,
  sql`
    create table governance.comment (
      id bigint generated always as identity primary key,
      discussion_id uuid not null,
      dao_id uuid not null references governance.dao,
      chain text not null,
      author text collate "C" not null,
      text text not null,
      written_at timestamptz not null,
      edited_at timestamptz,
      hidden_at timestamptz,
      deleted_at timestamptz
    )`,
  sql`create index on governance.comment (discussion_id, id)`,
  sql`create index on governance.comment (chain, author, written_at)`,
  sql`
    create table governance.statement (
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      text text not null,
      stated_at timestamptz not null,
      primary key (dao_id, account)
    )`,
  sql`
    create table governance.treasury (
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      label text not null,
      named_at timestamptz not null,
      primary key (dao_id, account)
    )`,
  sql`
    create table governance.notice (
      dao_id uuid not null references governance.dao,
      account text collate "C" not null,
      chain text not null,
      kinds text[] not null,
      primary key (dao_id, account)
    )`,
  sql`create index notice_account on governance.notice (chain, account)`,
  sql`
    create table governance.noticed (
      proposal_id uuid not null references governance.proposal,
      account text collate "C" not null,
      kind text not null,
      primary key (proposal_id, account, kind)
    )`,
]

/**
 * Writes several ballots in one call. Sequential scans are off: a plan that was cached while a table was small would
 * otherwise keep scanning all of it.
 */
const castVotes = sql`
    create function governance.cast_votes(
      proposal uuid, dao uuid, started timestamptz, changeable boolean, ballots jsonb) returns jsonb
    language plpgsql set enable_seqscan = off as $$
    declare
      poll governance.poll;
      counted jsonb;
      undone jsonb := '[]';
    begin
      select * into poll from governance.poll p where p.proposal_id = proposal for update;
      if not poll.open then
        return jsonb_build_object('open', false, 'batching', poll.batching, 'counted', '[]'::jsonb);
      end if;
      if changeable then
        with earlier as (
          update governance.vote v set replaced = true
          from jsonb_to_recordset(ballots) as b(index int, voter text, revision smallint)
          where v.proposal_id = proposal and v.voter = b.voter and v.revision = b.revision - 1 and not v.replaced
          returning b.index, v.choice, v.weight, v.parts
        )
        select coalesce(jsonb_agg(to_jsonb(e)), '[]') into undone from earlier e;
      end if;
      with earlier as (
        select * from jsonb_to_recordset(undone) as u(index int, choice smallint, weight numeric, parts jsonb)
      ), eligible as (
        select b.*, poll.cast_count + (row_number() over (order by b.index))::int as number
        from jsonb_to_recordset(ballots) as b(
          index int, voter text, choice smallint, choices smallint[], shares smallint[], parts jsonb, weight numeric,
          comment text, proof jsonb, cast_at timestamptz, revision smallint, sealed text)
        where case when b.revision > 1 then b.index in (select e.index from earlier e) else (
          select true from governance.member m
          where m.dao_id = dao and m.account = b.voter
            and m.added_at < started and (m.removed_at is null or m.removed_at >= started)
          limit 1)
        and (select true from governance.vote v where v.proposal_id = proposal and v.voter = b.voter limit 1) is null
        end
      ), inserted as (
        insert into governance.vote (
          proposal_id, number, voter, choice, choices, shares, parts, weight, comment, proof, cast_at, revision,
          sealed)
        select proposal, e.number, e.voter, e.choice, e.choices, e.shares, nullif(e.parts, 'null'::jsonb), e.weight,
          e.comment, nullif(e.proof, 'null'::jsonb), e.cast_at, e.revision, e.sealed
        from eligible e
      ), changes as (
        select e.choice, e.parts, e.weight, 1 as sign from eligible e
        union all select e.choice, e.parts, e.weight, -1 from earlier e
      ), added as (
        select part.option, sum(part.sign)::int as votes, sum(part.sign * part.weight) as weight from (
          select c.choice as option, c.weight, c.sign from changes c where c.choice is not null
          union all
          select (p ->> 0)::int, (p ->> 1)::numeric, c.sign from changes c, jsonb_array_elements(c.parts) as p
          where c.choice is null
        ) as part group by part.option
      ), tallied as (
        update governance.poll p
        set cast_count = p.cast_count + (select count(*) from eligible),
          voters = p.voters + (select sum(c.sign) from changes c),
          weight = p.weight + (select sum(c.sign * c.weight) from changes c),
          batching = true,
          tally = (
            select jsonb_agg(
              jsonb_build_object(
                'votes', (t.count ->> 'votes')::int + coalesce(a.votes, 0),
                'weight', ((t.count ->> 'weight')::numeric + coalesce(a.weight, 0))::text)
              order by t.position)
            from jsonb_array_elements(p.tally) with ordinality as t(count, position)
            left join added a on a.option = t.position - 1)
        where p.proposal_id = proposal and exists (select from eligible)
      )
      select jsonb_agg(jsonb_build_array(e.index, e.number)) into counted from eligible e;
      return jsonb_build_object('open', true, 'batching', poll.batching, 'counted', coalesce(counted, '[]'::jsonb));
    end
    $$`
