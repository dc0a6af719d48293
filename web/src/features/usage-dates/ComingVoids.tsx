import { SkeletonLines } from '../../components/Skeletons.tsx';

export interface UploadVoidsProps {
  uploadId: string;
  /** There are nights that the viewer voids, or that are voided. */
  isLikely: boolean;
  onDone: () => void;
}

/** Keeps the place of the card of an upload's voids (UploadVoids.tsx) until it is there. */
export const ComingVoids = ({ isLikely }: Pick<UploadVoidsProps, 'isLikely'>) =>
  isLikely ? <SkeletonLines lines={1} height="36" /> : null;
