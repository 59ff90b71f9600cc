import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/**
 * DAOs, their members over time, proposals and votes. A poll is a proposal's running count. Records that are to be
 * written on a topic wait in `record`, and each transaction that writes one is stored in `submission` before it is
 * submitted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
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
      member_count integer not null default 0
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
      cancel_signed boolean not null default false
    )`,
  sql`create index on governance.proposal (dao_id, sequence)`,
  sql`create index on governance.proposal (dao_id, sequence) where status = 'ACTIVE'`,
  sql`create index on governance.proposal (dao_id, start_at) where begun`,
  sql`create index on governance.proposal (creator) where status in ('PENDING', 'ACTIVE')`,
  sql`create index on governance.proposal (dao_id, sequence) where status in ('PENDING', 'ACTIVE')`,
  sql`create index proposal_status on governance.proposal (dao_id, status, sequence)`,
  sql`
    create table governance.poll (
      proposal_id uuid primary key references governance.proposal,
      open boolean not null default true,
      cast_count integer not null default 0,
      tally jsonb not null,
      batching boolean not null default false,
      batched integer not null default 0,
      batches integer not null default 0
    ) with (fillfactor = 40)`,
  sql`
    create table governance.vote (
      proposal_id uuid not null,
      number integer not null,
      voter text collate "C" not null,
      choice smallint not null,
      weight numeric not null,
      comment text,
      proof jsonb,
      cast_at timestamptz not null,
      primary key (proposal_id, number),
      unique (proposal_id, voter)
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
      attempt integer not null default 1
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
  ...budgetTable('governance.spending'),
  // One call writes several ballots. Sequential scans are off: a plan that was cached while a table was small would
  // otherwise keep scanning all of it.
  sql`
    create function governance.cast_votes(proposal uuid, dao uuid, started timestamptz, ballots jsonb) returns jsonb
    language plpgsql set enable_seqscan = off as $$
    declare
      poll governance.poll;
      counted jsonb;
    begin
      select * into poll from governance.poll p where p.proposal_id = proposal for update;
      if not poll.open then
        return jsonb_build_object('open', false, 'batching', poll.batching, 'counted', '[]'::jsonb);
      end if;
      with eligible as (
        select b.*, poll.cast_count + (row_number() over (order by b.index))::int as number
        from jsonb_to_recordset(ballots) as b(
          index int, voter text, choice smallint, weight numeric, comment text, proof jsonb, cast_at timestamptz)
        where (
          select true from governance.member m
          where m.dao_id = dao and m.account = b.voter
            and m.added_at < started and (m.removed_at is null or m.removed_at >= started)
          limit 1)
        and (select true from governance.vote v where v.proposal_id = proposal and v.voter = b.voter) is null
      ), inserted as (
        insert into governance.vote (proposal_id, number, voter, choice, weight, comment, proof, cast_at)
        select proposal, e.number, e.voter, e.choice, e.weight, e.comment, nullif(e.proof, 'null'::jsonb), e.cast_at
        from eligible e
      ), added as (
        select e.choice, count(*)::int as votes, sum(e.weight) as weight from eligible e group by e.choice
      ), tallied as (
        update governance.poll p
        set cast_count = p.cast_count + (select count(*) from eligible),
          batching = true,
          tally = (
            select jsonb_agg(
              jsonb_build_object(
                'votes', (t.count ->> 'votes')::int + coalesce(a.votes, 0),
                'weight', ((t.count ->> 'weight')::numeric + coalesce(a.weight, 0))::text)
              order by t.position)
            from jsonb_array_elements(p.tally) with ordinality as t(count, position)
            left join added a on a.choice = t.position - 1)
        where p.proposal_id = proposal and exists (select from eligible)
      )
      select jsonb_agg(jsonb_build_array(e.index, e.number)) into counted from eligible e;
      return jsonb_build_object('open', true, 'batching', poll.batching, 'counted', coalesce(counted, '[]'::jsonb));
    end
    $$`,
]
