// What runs would cost before they start: chunks to embed, calls, tokens and time, each with what it stands on.
import type { Output } from '#contract/api';
import { useProcedure } from '../../data/procedures.ts';
import { Icon } from '../../ui/icons.tsx';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { formatCount, formatElapsed } from '../../ui/number-format.ts';
import { words } from '../../words.ts';

type Estimate = Output<'config.estimateRun'>['estimates'][number];
const text = words.configs.estimateOf;

interface RunEstimateProps {
  /** Ids of saved configs. */
  readonly configs: readonly string[];
  /** null or left out: as each config says. */
  readonly ks?: readonly number[] | null;
  /** Left out or empty: every question. */
  readonly tags?: readonly string[];
}

/** One line for each config and k. Nothing where no config is chosen. */
export function RunEstimate({ configs, ks = null, tags = [] }: RunEstimateProps) {
  const { data, error, refetch } = useProcedure(
    'config.estimateRun',
    {
      configs: [...configs],
      ...(ks === null ? {} : { ks: [...ks] }),
      ...(tags.length === 0 ? {} : { tags: [...tags] }),
    },
    { enabled: configs.length > 0 && (ks === null || ks.length > 0) },
  );
  if (configs.length === 0) return null;
  if (!data)
    return error ? (
      <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
    ) : (
      <Loading lines={2} />
    );
  return <Estimates estimates={data.estimates} />;
}

function Estimates({ estimates }: { readonly estimates: readonly Estimate[] }) {
  const questions = estimates[0]?.questions ?? 0;
  return (
    <div className="estimate">
      <p className="quiet">{text.questions(questions)}</p>
      <div className="scroll-x" tabIndex={0} role="group" aria-label={text.title}>
        <table className="plain-table wide">
          <thead>
            <tr>
              <th scope="col">{text.config}</th>
              {[text.k, text.embed, text.calls, text.tokens, text.time].map((header) => (
                <th key={header} scope="col" className="number">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {estimates.map((estimate) => (
              <EstimateLine key={`${estimate.config} ${estimate.k}`} estimate={estimate} />
            ))}
          </tbody>
        </table>
      </div>
      <Foundations estimates={estimates} />
    </div>
  );
}

function EstimateLine({ estimate }: { readonly estimate: Estimate }) {
  const { config, k, chunksToEmbed, calls, promptTokens, seconds, problem } = estimate;
  if (problem !== null)
    return (
      <tr>
        <th scope="row">{config}</th>
        <td className="number">{formatCount(k)}</td>
        <td colSpan={4}>
          <span className="form-problem">
            <Icon name="cross" size={12} /> {text.problem}: {problem}
          </span>
        </td>
      </tr>
    );
  return (
    <tr>
      <th scope="row">{config}</th>
      <td className="number">{formatCount(k)}</td>
      <td className="number">{chunksToEmbed === null ? text.unknown : tellCount(chunksToEmbed)}</td>
      <td className="number">{calls.high === 0 ? text.none : text.range(calls.low, calls.high)}</td>
      <td className="number">
        {promptTokens === null
          ? text.unknownTokens
          : promptTokens.high === 0
            ? text.none
            : text.range(promptTokens.low, promptTokens.high)}
      </td>
      <td className="number">{seconds === null ? text.unknownTokens : tellSeconds(seconds)}</td>
    </tr>
  );
}

function tellCount(count: number): string {
  return count === 0 ? text.none : formatCount(count);
}

function tellSeconds({ low, high }: { readonly low: number; readonly high: number }): string {
  const [from, to] = [formatElapsed(low * 1000), formatElapsed(high * 1000)];
  return from === to ? to : text.span(from, to);
}

/** Sentences that several estimates share stand once. */
function Foundations({ estimates }: { readonly estimates: readonly Estimate[] }) {
  const sentences = [...new Set(estimates.flatMap(({ says }) => says))];
  if (sentences.length === 0) return null;
  return (
    <ul className="estimate-says" aria-label={text.says}>
      {sentences.map((sentence) => (
        <li key={sentence} className="quiet">
          {sentence}
        </li>
      ))}
    </ul>
  );
}
