import { type Kysely, sql } from 'kysely'

/**
 * Further voting methods, thresholds and quorums as fractions, and replaceable votes. A poll now also has the number of
 * voters and the sum of their weights, because these do not follow from the options' counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`alter table governance.dao add column further_rules jsonb not null default '{}'`,
  sql`
    alter table governance.proposal
      add column voting_method text not null default 'single',
      add column quorum_fraction text`,
  sql`
    alter table governance.poll
      add column voters integer not null default 0,
      add column weight numeric not null default 0`,
  sql`
    update governance.poll p set
      voters = p.cast_count,
      weight = (select coalesce(sum((t ->> 'weight')::numeric), 0) from jsonb_array_elements(p.tally) as t)`,
  sql`
    alter table governance.vote
      alter column choice drop not null,
      add column choices smallint[],
      add column shares smallint[],
      add column parts jsonb,
      add column revision smallint not null default 1,
      add column replaced boolean not null default false,
      drop constraint vote_proposal_id_voter_key,
      add unique (proposal_id, voter, revision)`,
  sql`drop function governance.cast_votes(uuid, uuid, timestamptz, jsonb)`,
  // One call writes several ballots. Sequential scans are off: a plan that was cached while a table was small would
  // otherwise keep scanning all of it.
  sql`
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
          comment text, proof jsonb, cast_at timestamptz, revision smallint)
        where case when b.revision > 1 then b.index in (select e.index from earlier e) else (
          select true from governance.member m
          where m.dao_id = dao and m.account = b.voter
            and m.added_at < started and (m.removed_at is null or m.removed_at >= started)
          limit 1)
        and (select true from governance.vote v where v.proposal_id = proposal and v.voter = b.voter limit 1) is null
        end
      ), inserted as (
        insert into governance.vote (
          proposal_id, number, voter, choice, choices, shares, parts, weight, comment, proof, cast_at, revision)
        select proposal, e.number, e.voter, e.choice, e.choices, e.shares, nullif(e.parts, 'null'::jsonb), e.weight,
          e.comment, nullif(e.proof, 'null'::jsonb), e.cast_at, e.revision
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
    $$`,
]
